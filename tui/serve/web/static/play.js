// The terminal of a page: xterm.js on a WebSocket. A socket that is lost is opened again, and the
// session goes on; what the program copies goes to the clipboard by a click alone.
import { Terminal } from './xterm/xterm.mjs';
import { FitAddon } from './xterm/addon-fit.mjs';

const $ = (id) => document.getElementById(id);
const place = $('terminal');
const texts = place.dataset;
const touch = matchMedia('(pointer: coarse)').matches;
const kept = {
	get: (store, name) => { try { return store.getItem(name); } catch { return null; } },
	set: (store, name, value) => { try { value === null ? store.removeItem(name) : store.setItem(name, value); } catch { /* private window */ } },
};

const term = new Terminal({
	scrollback: 0, macOptionIsMeta: true, cursorBlink: false,
	fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
	fontSize: Number(kept.get(localStorage, 'size')) || 16,
	screenReaderMode: kept.get(localStorage, 'reader') === 'on',
	theme: { background: '#16181d', foreground: '#d8d8d8' },
});
const fit = new FitAddon();
term.loadAddon(fit);
term.open(place);

// The size: as many columns as the program needs, on narrow screens with smaller letters.
const fewestColumns = 50, smallest = 8, largest = 32;
let chosen = kept.get(localStorage, 'size') !== null;
function measure() {
	if (!chosen) {
		term.options.fontSize = 16;
		while (term.options.fontSize > smallest && (fit.proposeDimensions()?.cols ?? fewestColumns) < fewestColumns) term.options.fontSize--;
	}
	fit.fit();
}
let waiting = false;
new ResizeObserver(() => {
	if (waiting) return;
	waiting = true;
	requestAnimationFrame(() => { waiting = false; measure(); });
}).observe(place);
measure();
function grow(by) {
	term.options.fontSize = Math.min(Math.max(term.options.fontSize + by, smallest), largest);
	chosen = true;
	kept.set(localStorage, 'size', String(term.options.fontSize));
	fit.fit();
	term.focus();
}
$('larger').onclick = () => grow(1);
$('smaller').onclick = () => grow(-1);

// The connection.
const patience = 75000; // milliseconds: a little more than the server keeps the session
let socket = null, lost = 0, tries = 0, again = 0, over = false;
const encoder = new TextEncoder();
const send = (data) => { if (socket?.readyState === WebSocket.OPEN) socket.send(data); };
function type(text) {
	const bytes = encoder.encode(text);
	for (let i = 0; i < bytes.length; i += 4096) send(bytes.subarray(i, i + 4096));
}
function notice(text) {
	$('reason').textContent = text;
	$('notice').hidden = false;
}
function connect() {
	clearTimeout(again);
	if (over || socket) return;
	const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/session`);
	own.binaryType = 'arraybuffer';
	socket = own;
	own.onopen = () => own.send(JSON.stringify({ session: kept.get(sessionStorage, 'session') ?? '', cols: term.cols, rows: term.rows }));
	own.onmessage = (e) => {
		if (typeof e.data !== 'string') {
			term.write(new Uint8Array(e.data));
			return;
		}
		const report = JSON.parse(e.data);
		if (report.session) {
			kept.set(sessionStorage, 'session', report.session);
			lost = tries = 0;
			$('notice').hidden = true;
			document.body.dataset.connected = 'yes';
		}
		if (report.ended) {
			over = true;
			kept.set(sessionStorage, 'session', null);
			notice(report.ended);
		}
	};
	own.onclose = (e) => {
		if (socket !== own) return;
		socket = null;
		delete document.body.dataset.connected;
		if (over) return;
		if (e.code === 4001) {
			over = true;
			kept.set(sessionStorage, 'session', null);
			notice(texts.elsewhere);
			return;
		}
		lost ||= Date.now();
		if (Date.now() - lost > patience) {
			over = true;
			notice(texts.refused);
			return;
		}
		notice(texts.lost);
		again = setTimeout(connect, Math.min(250 * 2 ** tries++, 5000));
	};
}
function wake() {
	if (!document.hidden && !socket) connect();
}
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
$('again').onclick = () => {
	over = false;
	lost = tries = 0;
	term.reset();
	connect();
	term.focus();
};
term.onData(type);
term.onBinary((text) => send(Uint8Array.from(text, (c) => c.charCodeAt(0))));
term.onResize(({ cols, rows }) => send(JSON.stringify({ cols, rows })));
connect();
term.focus();

// The title, and a call for one who looks elsewhere.
let title = 'Rookery';
term.onTitleChange((text) => { title = text || 'Rookery'; document.title = title; });
term.onBell(() => { if (document.hidden) document.title = '● ' + title; });
document.addEventListener('visibilitychange', () => { if (!document.hidden) document.title = title; });

// The clipboard: the program may offer a text, and a click takes it. It can read nothing.
let offered = '';
term.parser.registerOscHandler(52, (data) => {
	const text = data.slice(data.indexOf(';') + 1);
	if (text === '?' || text.length > 100000) return true;
	try {
		offered = new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
	} catch {
		return true;
	}
	$('copy').hidden = !offered;
	return true;
});
const copyLabel = $('copy').textContent;
$('copy').onclick = async () => {
	try {
		await navigator.clipboard.writeText(offered);
	} catch { // a page without HTTPS
		const area = document.createElement('textarea');
		area.value = offered;
		document.body.append(area);
		area.select();
		document.execCommand('copy');
		area.remove();
	}
	$('copy').textContent = texts.copied;
	setTimeout(() => { $('copy').hidden = true; $('copy').textContent = copyLabel; }, 1500);
	term.focus();
};

// The screen as text.
function readerState() {
	$('reader').setAttribute('aria-pressed', String(term.options.screenReaderMode));
	$('pages').hidden = !term.options.screenReaderMode;
}
$('reader').onclick = () => {
	term.options.screenReaderMode = !term.options.screenReaderMode;
	kept.set(localStorage, 'reader', term.options.screenReaderMode ? 'on' : 'off');
	readerState();
	term.focus();
};
readerState();

// Taps are clicks, and a finger that moves up or down is a wheel: xterm.js keeps touches to itself.
let finger = null;
const mouse = (code, x, y, end) => {
	const box = place.querySelector('.xterm-screen').getBoundingClientRect();
	const col = Math.ceil((x - box.left) / box.width * term.cols), row = Math.ceil((y - box.top) / box.height * term.rows);
	if (col < 1 || row < 1 || col > term.cols || row > term.rows || term.modes.mouseTrackingMode === 'none') return;
	type(`\x1b[<${code};${col};${row}${end}`);
};
const heard = { capture: true, passive: false };
place.addEventListener('touchstart', (e) => {
	e.stopPropagation();
	const t = e.touches[0];
	finger = e.touches.length === 1 ? { x: t.clientX, y: t.clientY, at: t.clientY, moved: false } : null;
}, heard);
place.addEventListener('touchmove', (e) => {
	e.stopPropagation();
	if (!finger) return;
	e.preventDefault();
	const t = e.touches[0], step = 24; // points of a turn of the wheel
	if (Math.hypot(t.clientX - finger.x, t.clientY - finger.y) > 12) finger.moved = true;
	for (; t.clientY - finger.at > step; finger.at += step) mouse(64, t.clientX, t.clientY, 'M');
	for (; finger.at - t.clientY > step; finger.at -= step) mouse(65, t.clientX, t.clientY, 'M');
}, heard);
place.addEventListener('touchend', (e) => {
	e.stopPropagation();
	if (!finger) return;
	e.preventDefault(); // or the browser would click as well
	if (!finger.moved) {
		mouse(0, finger.x, finger.y, 'M');
		mouse(0, finger.x, finger.y, 'm');
	}
	finger = null;
	term.focus();
}, heard);

// The keys that a phone lacks. Its own keyboard comes when it is called, not with every tap.
const codes = { Escape: '\x1b', Tab: '\t', Enter: '\r', F1: '\x1bOP' };
const arrows = { ArrowUp: 'A', ArrowDown: 'B', ArrowRight: 'C', ArrowLeft: 'D' };
for (const button of document.querySelectorAll('#keys [data-key]')) {
	button.addEventListener('pointerdown', (e) => e.preventDefault()); // the focus stays where it is
	button.onclick = () => {
		const key = button.dataset.key;
		type(codes[key] ?? (term.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b[') + arrows[key]);
	};
}
function keyboard(on) {
	term.textarea.inputMode = on ? 'text' : 'none';
	$('keyboard').setAttribute('aria-pressed', String(on));
}
keyboard(!touch);
$('keyboard').onclick = () => {
	keyboard($('keyboard').getAttribute('aria-pressed') !== 'true');
	term.blur();
	term.focus();
};
