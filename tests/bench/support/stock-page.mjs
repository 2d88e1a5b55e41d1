/** A page of 200 shelves with forms above them, and 100 actions on it. */

import { once } from 'node:events';
import { createServer } from 'node:http';

const SHELVES = 200;

const row = number =>
  `<tr><td>Shelf ${number}</td><td>${number * 3} boxes</td><td><button data-testid="take-${number}" data-shelf="${number}">Take from ${number}</button></td></tr>`;

const SCRIPT = `
const field = id => document.querySelector('[data-testid="' + id + '"]');
const rows = [...document.querySelectorAll('tbody tr')];
let taken = 0;
const deeds = {
  'save-note': () => { field('last-note').textContent = 'Noted: ' + field('note').value; },
  'search-go': () => {
    const text = field('search').value;
    let found = 0;
    for (const each of rows) {
      each.hidden = !each.cells[0].textContent.includes(text);
      if (!each.hidden) found += 1;
    }
    field('found').textContent = found + ' shelves';
  },
  'ask-late': () => {
    const asked = field('late').value;
    field('late-answer').textContent = '';
    setTimeout(() => { field('late-answer').textContent = 'Late: ' + asked; }, 50);
  },
  'check-code': () => { field('code-answer').textContent = field('code').value + ' is right'; },
};
document.addEventListener('click', ({ target }) => {
  if (target.dataset.shelf) {
    taken += Number(field('amount').value);
    field('taken').textContent = 'Taken: ' + taken;
  }
  deeds[target.dataset.testid]?.();
});`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stock</title></head><body>
<h1 data-testid="heading">Stock</h1>
<form onsubmit="return false">
<label>Note <input data-testid="note"></label> <button data-testid="save-note">Save note</button> <span data-testid="last-note"></span>
<label>Search <input data-testid="search"></label> <button data-testid="search-go">Search</button> <span data-testid="found"></span>
<label>Amount <input data-testid="amount" value="1"></label> <span data-testid="taken"></span>
<label>Code <input data-testid="code"></label> <button data-testid="check-code">Check</button> <span data-testid="code-answer"></span>
<input data-testid="late" value="answer"> <button data-testid="ask-late">Ask</button> <span data-testid="late-answer"></span>
</form>
<table><tbody>${Array.from({ length: SHELVES }, (_, index) => row(index + 1)).join('')}</tbody></table>
<script>${SCRIPT}</script></body></html>`;

/** Serves the page at every address, on a free port. */
export async function serveStockPage() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** How many shelves have a text in their name. */
const shelvesWith = text =>
  Array.from({ length: SHELVES }, (_, at) => `Shelf ${at + 1}`).filter(name => name.includes(text)).length;

function noteRound(round) {
  return [['note', `remark ${round}`], 'save-note', ['last-note', `Noted: remark ${round}`]];
}

function searchRound(round) {
  const text = `Shelf ${1 + (round % 9)}`;
  return [['search', text], 'search-go', ['found', `${shelvesWith(text)} shelves`]];
}

function takeRound(round, taken) {
  // Shown by the search of the round before.
  return [['amount', '2'], `take-${(1 + ((round - 1) % 9)) * 10}`, ['taken', `Taken: ${taken}`]];
}

function codeRound(round) {
  return [['code', `C${round}`], 'check-code', ['code-answer', `C${round} is right`]];
}

/** 100 actions on the open page: a look at the heading, then 33 times fill, click and assert. */
export function stockWork() {
  const work = [{ kind: 'assert', target: 'heading', value: 'Stock' }];
  let taken = 0;
  for (let round = 0; round < 33; round += 1) {
    if (round % 4 === 2) taken += 2;
    const make = [noteRound, searchRound, takeRound, codeRound][round % 4];
    const [[field, value], button, [place, text]] = make(round, taken);
    work.push(
      { kind: 'fill', target: field, value },
      { kind: 'click', target: button },
      { kind: 'assert', target: place, value: text },
    );
  }
  return work;
}

/** 20 times a click, and a look at what comes 50 ms later. */
export const lateWork = () =>
  Array.from({ length: 20 }, () => [
    { kind: 'click', target: 'ask-late' },
    { kind: 'assert', target: 'late-answer', value: 'Late: answer' },
  ]).flat();

/** Seven actions on the open page, as a scenario does them. */
export const scenarioWork = () => stockWork().slice(0, 7);

/** The same work as actions of a stored test. */
export const asAction = ({ kind, target, value }) => {
  const locator = `getByTestId('${target}')`;
  if (kind === 'fill') return { type: 'fill', locator, value };
  if (kind === 'click') return { type: 'click', locator };
  return { type: 'assert', matcher: 'toHaveText', locator, expected: value };
};
