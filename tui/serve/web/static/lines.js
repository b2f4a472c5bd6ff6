// The club in lines of text: what is said is a list that screen readers follow, and a line is sent whole. The
// socket is that of the terminal's page.
const log = document.getElementById('log'), line = document.getElementById('line'), texts = log.dataset;
const mostLines = 2000, patience = 75000; // milliseconds: a little more than the server keeps the session
const store = {
	get: () => { try { return sessionStorage.getItem('lines') ?? ''; } catch { return ''; } },
	set: (word) => { try { sessionStorage.setItem('lines', word); } catch { /* private window */ } },
};

let open = null; // the line that has no end yet
function say(text) {
	const low = log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
	const parts = text.replaceAll('\r', '').split('\n');
	for (const [i, part] of parts.entries()) {
		if (part && !open) log.append(open = document.createElement('p'));
		if (part) open.textContent += part;
		if (i < parts.length - 1) open = null;
	}
	while (log.children.length > mostLines) log.firstElementChild.remove();
	if (low) log.scrollTop = log.scrollHeight;
}
function note(text) {
	open = null;
	say(text + '\n');
}

let socket = null, lost = 0, tries = 0, over = false;
function connect() {
	const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/session`), decoder = new TextDecoder();
	own.binaryType = 'arraybuffer';
	socket = own;
	own.onopen = () => own.send(JSON.stringify({ session: store.get(), plain: true, cols: 80, rows: 24 }));
	own.onmessage = (e) => {
		if (typeof e.data !== 'string') {
			say(decoder.decode(e.data, { stream: true }));
			return;
		}
		const report = JSON.parse(e.data);
		if (report.session) {
			store.set(report.session);
			if (lost) note(texts.again);
			lost = tries = 0;
			document.body.dataset.connected = 'yes';
		}
		if (report.ended) {
			over = true;
			store.set('');
			note(report.ended);
		}
	};
	own.onclose = (e) => {
		delete document.body.dataset.connected;
		if (over) return;
		if (e.code === 4001 || lost && Date.now() - lost > patience) {
			over = true;
			store.set('');
			note(e.code === 4001 ? texts.elsewhere : texts.refused);
			return;
		}
		if (!lost) note(texts.lost);
		lost ||= Date.now();
		setTimeout(connect, Math.min(250 * 2 ** tries++, 5000));
	};
}
connect();

// What was typed stands among the answers, and comes back with the arrows.
const typed = [];
let at = 0;
document.getElementById('say').addEventListener('submit', (e) => {
	e.preventDefault();
	if (socket.readyState !== WebSocket.OPEN) return;
	note('> ' + line.value);
	socket.send(new TextEncoder().encode(line.value + '\n'));
	if (line.value) typed.push(line.value);
	at = typed.length;
	line.value = '';
	log.scrollTop = log.scrollHeight;
});
line.addEventListener('keydown', (e) => {
	const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
	if (!by) return;
	e.preventDefault();
	at = Math.min(Math.max(at + by, 0), typed.length);
	line.value = typed[at] ?? '';
});
