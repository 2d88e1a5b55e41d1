// The status page: fails on purpose, in the console and on the network.

// biome-ignore lint/suspicious/noConsole: an error to be found in the console of the page.
console.error('Card payment is slow: the last answer took 2300 ms.');

const response = await fetch('/status/parcel-tracking');
const state = document.querySelector('#tracking-state');
state.textContent = response.ok ? 'Working' : 'No answer';
state.classList.add(response.ok ? 'shipped' : 'cancelled');
