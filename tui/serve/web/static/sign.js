// A page that shows a code looks now and then whether it was typed.
const address = document.getElementById('sign').dataset.wait;
async function look() {
	const answer = await fetch(address).catch(() => null);
	if (answer?.status === 200) location.replace('/account');
	else setTimeout(look, 3000);
}
if (address) setTimeout(look, 2000);
