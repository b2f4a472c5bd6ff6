// A tournament on a page: games and standings as they change. Without this script the page is made anew.
const standings = document.getElementById('standings');
const stream = new EventSource(standings.dataset.live);
stream.onmessage = (e) => {
	const news = JSON.parse(e.data);
	const focused = document.activeElement?.getAttribute('href'), inside = standings.contains(document.activeElement);
	standings.innerHTML = news.standings;
	if (inside && focused) standings.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
	document.body.dataset.following = 'yes';
	if (news.over) stream.close();
};
