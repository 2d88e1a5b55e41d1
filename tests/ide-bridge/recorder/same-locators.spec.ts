import { expect, it } from 'vitest';
import { pickElement } from '../../../ide-bridge/browser/elements/pick-element.ts';
import { pageScript, RECORDER } from '../../../ide-bridge/recorder/page-script.ts';
import { literalLocator } from '../../../model/locator/format-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { within } from '../browser/app-fixture.ts';
import { useListedPage } from '../browser/listed-page.ts';

const card = (name: string) =>
  `<div class="x1"><div class="h1x">${name}</div><div><span>19 €</span><button class="sc-1">Add to cart</button></div></div>`;
const item = (name: string) => `<li><span>${name}</span><input type="checkbox"><button>Remove</button></li>`;
const section = (name: string) => `<section><h2>${name}</h2><p>none <button>Edit</button></p></section>`;

const row = (name: string) => `<tr><td>${name}</td><td>3</td><td><button>Edit</button></td></tr>`;
const rows = `<table>${row('Bob')}${row('Bobby')}</table>`;
const linked = (name: string) => `<li><a href="/${name}">${name}</a> <button>Buy</button></li>`;

const KINDS = [
  ['a button by its name', '<button>Save</button><button>Send</button>', 'button'],
  ['a field by its label', '<label>Mail <input></label><label>Post <input></label>', 'label:nth-of-type(2) input'],
  ['a field by its placeholder', '<input placeholder="Search"><input placeholder="Filter">', 'input'],
  ['what has a test id', '<button data-testid="top">Go</button><button data-testid="end">Go</button>', 'button'],
  ['a box in a list', `<ul>${item('Milk')}${item('Tea')}</ul>`, 'li:nth-of-type(2) input'],
  [
    'a button in a card',
    `<div><h1>Shop</h1>${card('Red shirt')}${card('Blue shirt')}</div>`,
    '.x1:nth-of-type(2) button',
  ],
  [
    'a button below a heading',
    `<main>${section('Billing')}${section('Shipping')}</main>`,
    'section:nth-of-type(2) button',
  ],
  [
    'a link of a named part',
    '<nav aria-label="Main"><a href="/a">Home</a></nav><nav aria-label="Foot"><a href="/a">Home</a></nav>',
    'nav a',
  ],
  ['a text', '<p>First words</p><p>Other words</p>', 'p:nth-of-type(2)'],
  ['a box by its label', '<label><input type="checkbox"> Agree</label>', 'input'],
  ['a heading', '<h1>Shop</h1><h2>Basket</h2>', 'h2'],
  ['a button in a row whose name begins that of another', rows, 'tr button'],
  ['a cell by its row', rows, 'td:nth-of-type(2)'],
  ['a cell by what names its row', rows, 'tr:nth-of-type(2) td'],
  ['a button beside a link', `<ul>${linked('Tea')}${linked('Teapot')}</ul>`, 'button'],
  ['an item of a list', `<ul>${item('Milk')}${item('Tea')}</ul>`, 'li:nth-of-type(2)'],
  [
    'a button of which a closed dialog has one too',
    '<dialog><button>Save</button></dialog><main><button>Save</button></main>',
    'main button',
  ],
  ['what counts something, by its id', '<button id="cart">Cart (2)</button>', 'button'],
  ['what counts something and has no id', '<button>Cart (2)</button><button>Go</button>', 'button'],
  ['a list without a name', '<select><option>One</option></select>', 'select'],
  [
    'a button whose icon is hidden from roles',
    '<button>Like <svg aria-hidden="true" role="img"></svg></button><button>Share</button>',
    'button',
  ],
  [
    'a button of an item with its text in a part of its own',
    `<ul>${['Milk', 'Tea'].map(name => `<li><div><template shadowrootmode="open"><b>${name}</b></template></div><button>Buy</button></li>`).join('')}</ul>`,
    'li:nth-of-type(2) button',
  ],
  [
    'a button in what has a title',
    '<div title="Billing"><button>Edit</button></div><div title="Shipping"><button>Edit</button></div>',
    'div:nth-of-type(2) button',
  ],
  ['a cross in a chip', '<div role="button" style="cursor: default">Blue <i style="cursor: pointer">x</i></div>', 'i'],
  ['a link with many words', `<a href="/x">${'many words '.repeat(12)}</a><a href="/y">Other</a>`, 'a'],
] as const;

const listed = useListedPage();

it.each(KINDS)('a recording and whoever picks find %s by the same locator', async (_what, html, css) => {
  await listed.show(html);
  const { page } = listed;
  await page.evaluate(
    `delete globalThis.${RECORDER}; globalThis.tell = () => {}; ${pageScript('tell', 'data-testid')}`,
  );
  const told = await page.evaluate(`globalThis.${RECORDER}.locate(document.querySelector(${JSON.stringify(css)}))`);
  const [recorded = '']: string[] = JSON.parse(String(told));
  const box = await page.locator(css).first().boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const picked = await pickElement(listed.app.session, middle, within());
  expect(picked?.locator).toBe(literalLocator(parseLocator(recorded)));
});
