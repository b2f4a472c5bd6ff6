// A game on a page: what happens on the board as it happens, clocks that run, and steps through the
// moves without a new page. Without this script the page shows the same, and is made anew.
let game = document.getElementById('game');
const parser = new DOMParser();

// Clocks run on by themselves between two messages.
let running = -1, left = [-1, -1], since = performance.now();
const face = (color) => game.querySelector(`[data-side="${color}"] .clock`);
function clockText(ms) {
	ms = Math.max(ms, 0);
	if (ms < 10000) return (Math.ceil(ms / 100) / 10).toFixed(1);
	const s = Math.ceil(ms / 1000), h = Math.floor(s / 3600), pad = (n) => String(n).padStart(2, '0');
	return h ? `${h}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
}
function tick() {
	['white', 'black'].forEach((color, i) => {
		const at = face(color);
		if (!at || left[i] < 0) return;
		const text = clockText(left[i] - (running === i ? performance.now() - since : 0));
		if (at.textContent !== text) at.textContent = text;
		at.parentElement.classList.toggle('running', running === i);
	});
}
setInterval(tick, 100);

// The moves: a list of pairs, whose first may be Black's.
function setMoves(keep, texts) {
	const list = document.getElementById('moves');
	if (!list) return;
	const { first, skip, linked } = list.dataset;
	const flip = new URLSearchParams(location.search).get('flip') === '1' ? '&flip=1' : '';
	for (const cell of [...list.querySelectorAll('li > *')].slice(Number(skip) + keep)) cell.remove();
	for (const row of list.querySelectorAll('li')) if (!row.children.length) row.remove();
	for (const [i, text] of texts.entries()) {
		let row = list.lastElementChild;
		if (!row || row.children.length === 2) {
			row = document.createElement('li');
			row.value = Number(first) + list.children.length;
			list.append(row);
		}
		const cell = document.createElement(linked ? 'a' : 'span');
		cell.textContent = text;
		if (linked) cell.setAttribute('href', `${location.pathname}?ply=${keep + i + 1}${flip}`);
		row.append(cell, ' ');
	}
	for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
	const last = [...list.querySelectorAll('li > *')].at(-1);
	if (!last) return;
	last.setAttribute('aria-current', 'true');
	list.scrollTop = list.scrollHeight;
}

let stream = null;
function follow() {
	stream?.close();
	stream = null;
	running = -1;
	left = [-1, -1];
	if (!game.dataset.live) return;
	const own = new EventSource(game.dataset.live);
	stream = own;
	let plies = 0;
	own.onmessage = (e) => {
		const news = JSON.parse(e.data);
		const svg = game.querySelector('svg.board'), parts = svg.querySelector('.position').children;
		for (const [i, part] of Object.entries(news.parts ?? {})) parts[i].innerHTML = part;
		if (news.box) svg.setAttribute('viewBox', news.box);
		if (news.title && svg.querySelector('title')) svg.querySelector('title').textContent = news.title;
		if (news.pieces && svg.querySelector('desc')) svg.querySelector('desc').textContent = news.pieces;
		if (news.moves || news.keep < plies) setMoves(news.keep, news.moves ?? []);
		plies = news.keep + (news.moves?.length ?? 0);
		[running, left, since] = [news.running, news.clocks, performance.now()];
		tick();
		const status = document.getElementById('status');
		if (status.textContent !== news.status) status.textContent = news.status;
		document.body.dataset.following = 'yes';
		if (news.over) {
			own.close();
			delete game.dataset.live;
			game.querySelector('.live')?.remove();
		}
	};
}
follow();

// Steps: a link to another position of the game changes this page.
async function step(address) {
	const answer = await fetch(address);
	if (!answer.ok) { location.href = address; return; }
	const next = parser.parseFromString(await answer.text(), 'text/html').getElementById('game');
	if (!next) { location.href = address; return; }
	const focused = document.activeElement?.dataset?.key;
	document.adoptNode(next);
	game.replaceWith(next);
	game = next;
	history.replaceState(null, '', address);
	follow();
	game.querySelector('#moves [aria-current]')?.scrollIntoView({ block: 'nearest' });
	if (focused) game.querySelector(`[data-key="${focused}"]`)?.focus();
}
// A live game has more moves by now than the page had when it was made: steps go by the list.
function addressOf(link) {
	const cells = [...game.querySelectorAll('#moves li > a')], at = cells.findIndex((cell) => cell.hasAttribute('aria-current'));
	const beside = { ArrowLeft: cells[at - 1], ArrowRight: cells[at + 1] }[link.dataset.key];
	if (link.dataset.key === 'ArrowRight' && !beside) return null;
	return (beside ?? (link.dataset.key === 'ArrowLeft' ? game.querySelector('a[data-key="Home"]') : link)).getAttribute('href');
}
function follows(e, link) {
	const address = link && addressOf(link);
	if (link) e.preventDefault();
	if (address) step(address);
}
document.addEventListener('click', (e) => {
	const link = e.target.closest?.('#game a[href^="/game/"]');
	if (!link || link.pathname.endsWith('.pgn') || link.target || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
	follows(e, link);
});
document.addEventListener('keydown', (e) => {
	if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('textarea, input')) return;
	follows(e, game.querySelector(`a[data-key="${e.key}"]`));
});
