import type { MutatedPage } from './mutated-pages.ts';

const follow = (id: string, who: string) =>
  `<div data-testid="${id}"><b>${who}</b> <button class="follow">Follow</button></div>`;
const inList = (...items: string[]) => `<ul>${items.map(each => `<li>${each}</li>`).join('')}</ul>`;
const form = (id: string, more = '') =>
  `<form id="${id}" ${more}><label>Street <input class="street" name="street"></label></form>`;
const region = (name: string) => `<section aria-label="${name}"><button class="edit">Edit</button></section>`;
const item = (text: string, attributes = '') => `<li>${text} <button class="buy" ${attributes}>Buy</button></li>`;
const list = (...items: string[]) => `<ul>${items.join('')}</ul>`;
const card = (name: string, price: string) =>
  `<article><h3>${name}</h3><p><b>${price}</b></p><button class="buy">Buy</button></article>`;
const row = (...cells: string[]) =>
  `<tr>${cells.map(each => `<td>${each}</td>`).join('')}<td><button class="open">Open</button></td></tr>`;
const table = (...rows: string[]) => `<table>${rows.join('')}</table>`;

const buyIn = (text: string) =>
  `getByRole('listitem').filter({ hasText: '${text}' }).getByRole('button', { name: 'Buy' })`;
const openIn = (text: string) =>
  `getByRole('row').filter({ hasText: '${text}' }).getByRole('button', { name: 'Open' })`;
const FILL = { type: 'fill', value: 'Ann' };

/** Where the same words are there, but not in the place that the locator names. */
export const ELSEWHERE: readonly MutatedPage[] = [
  {
    name: 'the card with the test id has gone, and another has the button',
    before: follow('u1', 'Ann'),
    after: follow('u2', 'Bob'),
    locator: "getByTestId('u1').getByRole('button', { name: 'Follow' })",
    fallback: '.follow',
  },
  {
    name: 'the card with the test id is there without the button, and another has it',
    before: follow('u1', 'Ann'),
    after: `<div data-testid="u1"><b>Ann</b></div>${follow('u2', 'Bob')}`,
    locator: "getByTestId('u1').getByRole('button', { name: 'Follow' })",
    fallback: '.follow',
  },
  {
    name: 'the test never passed, and the card with the test id has gone',
    after: follow('u2', 'Bob'),
    locator: "getByTestId('u1').getByRole('button', { name: 'Follow' })",
    fallback: '.follow',
  },
  {
    name: 'the form is another one',
    before: form('billing'),
    after: form('shipping'),
    locator: "locator('#billing').getByLabel('Street')",
    fallback: '.street',
    deed: FILL,
  },
  {
    name: 'the form that a selector names is another one',
    before: form('billing'),
    after: form('shipping'),
    locator: '#billing > label input',
    fallback: '[name=street]',
    deed: FILL,
  },
  {
    name: 'the form that an XPath names is another one',
    before: form('billing'),
    after: form('shipping'),
    locator: "//form[@id='billing']//input",
    fallback: '[name=street]',
    deed: FILL,
  },
  {
    name: 'the region has another name',
    before: region('Address'),
    after: region('Payment'),
    locator: "getByRole('region', { name: 'Address' }).getByRole('button', { name: 'Edit' })",
    fallback: '.edit',
  },
  {
    name: 'the dialog has closed, and the page has such a button too',
    before: '<div role="dialog"><button class="ok">OK</button></div>',
    after: '<div><button class="ok">OK</button></div>',
    locator: "getByRole('dialog').getByRole('button', { name: 'OK' })",
    fallback: '.ok',
  },
  {
    name: 'the item that the filter names has gone',
    before: list(item('Tent'), item('Stove')),
    after: list(item('Stove')),
    locator: buyIn('Tent'),
    fallback: '.buy',
  },
  {
    name: 'one name is part of the other',
    before: list(item('Ann', 'id="ann"'), item('Joanna')),
    after: list(item('Joanna')),
    locator: '#ann',
    fallback: '.buy',
  },
  {
    name: 'the row has another number',
    before: table(row('Order 17', 'Ann')),
    after: table(row('Order 18', 'Ann')),
    locator: openIn('Order 17'),
    fallback: '.open',
  },
  {
    name: 'two cards differ by their price alone',
    before: list(item('Gift card 10 EUR', 'id="ten"'), item('Gift card 50 EUR')),
    after: list(item('Gift card 50 EUR')),
    locator: buyIn('Gift card 10 EUR'),
    fallback: '.buy',
  },
  {
    name: 'the price alone is the name of the button',
    before: '<button class="pay">Pay 10 EUR</button>',
    after: '<button class="pay">Pay 20 EUR</button>',
    locator: "getByRole('button', { name: 'Pay 10 EUR' })",
    fallback: '.pay',
  },
  {
    name: 'the first item was deleted, and the second is the first now',
    before: list(item('Tent', 'id="tent"'), item('Stove')),
    after: list(item('Stove')),
    locator: '#tent',
    fallback: "getByRole('listitem').nth(0).getByRole('button')",
  },
  {
    name: 'the items have no words, and the first was deleted',
    before: list(item('', 'id="first"'), item('')),
    after: list(item('')),
    locator: '#first',
    fallback: "getByRole('button').nth(0)",
  },
  {
    name: 'the second of two has gone, and the test never passed',
    after: list(item('Tent')),
    locator: "getByRole('button', { name: 'Buy' }).nth(1)",
    fallback: '.buy',
  },
  {
    name: 'the test never passed, and only the fallback says a name',
    after: follow('u2', 'Bob'),
    locator: '#follow-ann',
    fallback: "getByRole('button', { name: 'Follow' })",
  },
  {
    name: 'one of two that are alike has gone',
    before: '<p>Ann <button class="follow" id="a">Follow</button></p><p>Bob <button class="follow">Follow</button></p>',
    after: '<p>Bob <button class="follow">Follow</button></p>',
    locator: '#a',
    fallback: '.follow',
  },
  {
    name: 'its id has the next number',
    before: '<button class="follow" id="user-1">Follow</button>',
    after: '<button class="follow" id="user-2">Follow</button>',
    locator: '#user-1',
    fallback: '.follow',
  },
  {
    name: 'the frame is another one',
    before: `<iframe id="billing" srcdoc="<button>Pay</button>"></iframe>`,
    after: `<iframe id="donation" srcdoc="<button>Pay</button>"></iframe>`,
    locator: "frameLocator('#billing').getByRole('button', { name: 'Pay' })",
    fallback: "frameLocator('iframe').getByText('Pay')",
  },
];

/** Where it is still in the place that the locator names. */
export const IN_PLACE: readonly MutatedPage[] = [
  {
    name: 'it is in the card with the test id, and cards are told apart by nothing else',
    before: follow('u1', 'Ann') + follow('u2', 'Bob'),
    after: follow('u2', 'Bob') + follow('u1', 'Ann').replace('follow', 'track'),
    locator: "getByTestId('u1').locator('.follow')",
    fallback: "getByTestId('u1').getByRole('button', { name: 'Follow' })",
  },
  {
    name: 'it is in the card with the test id, beside others',
    before: inList(follow('u1', 'Ann'), follow('u2', 'Bob')),
    after: inList(follow('u2', 'Bob'), follow('u1', 'Ann').replace('follow', 'track')),
    locator: "getByTestId('u1').locator('.follow')",
    fallback: "getByTestId('u1').getByRole('button', { name: 'Follow' })",
  },
  {
    name: 'it is in the form that a selector names',
    before: form('billing'),
    after: form('billing').replace('class="street" ', ''),
    locator: '#billing .street',
    fallback: "getByLabel('Street')",
    deed: FILL,
  },
  {
    name: 'only the price in its item is another',
    before: list(item('Tent 3 EUR'), item('Stove 9 EUR')),
    after: list(item('Tent 4 EUR')),
    locator: buyIn('Tent 3 EUR'),
    fallback: '.buy',
  },
  {
    name: 'only the price on its card is another',
    before: card('Tent', '3 EUR') + card('Stove', '9 EUR'),
    after: card('Tent', '4 EUR') + card('Stove', '9 EUR'),
    locator: "getByRole('article').filter({ hasText: '3 EUR' }).getByRole('button', { name: 'Buy' })",
    fallback: "getByRole('article').filter({ hasText: 'Tent' }).getByRole('button', { name: 'Buy' })",
  },
  {
    name: 'only the price in its name is another, and its id is the same',
    before: '<a id="tent" href="#">Tent 3 EUR</a>',
    after: '<a id="tent" href="#">Tent 4 EUR</a>',
    locator: "getByRole('link', { name: 'Tent 3 EUR' })",
    fallback: '#tent',
  },
  {
    name: 'its row has moved down the table',
    before: table(row('Order 17', 'Ann')).replace('class="open"', 'class="open" id="o"'),
    after: table(row('Order 16', 'Bob'), row('Order 17', 'Ann')),
    locator: '#o',
    fallback: openIn('Order 17'),
  },
];
