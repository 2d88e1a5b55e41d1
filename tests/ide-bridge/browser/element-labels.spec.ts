import { expect, test } from 'vitest';
import { useRunner } from '../runner/runner-fixture.ts';

const MANY = 50_000;
const FEW_SECONDS = 10_000;

const runner = useRunner({
  '/': `<title>Labels</title>
    <label for="mail">Mail</label> <label for="mail">(of work)</label> <input id="mail" type="email">
    <label>Name <input id="name"></label>
    <label>Both <input id="first"><input id="second"></label>
    <label for="go">Send it</label> <button id="go">Go</button>
    <label for="kept">Kept</label> <input id="kept" type="hidden"> <input id="after">
    <label>How much <meter id="meter" value="1"></meter></label>
    <label for="sum">Sum</label> <output id="sum">3</output>
    <label for="size">Size</label> <select id="size"><option>S</option></select>
    <label for="notes">Notes</label> <textarea id="notes"></textarea>
    <x-field></x-field>
    <script>
      document.querySelector('x-field').attachShadow({ mode: 'open' }).innerHTML =
        '<label for="mail">Inner</label> <input id="mail">';
      document.getElementById('name').oninput = () => {
        document.querySelector('label[for=notes]').htmlFor = 'after';
      };
    </script>`,
  '/many': `<title>Many</title><script>
    document.write(Array.from({ length: ${MANY} }, (_, index) => '<button>Item ' + index + '</button>').join(''));
    addEventListener('click', ({ target }) => { document.title = target.textContent; });
  </script>`,
  '/fields': `<title>Fields</title><script>
    document.write(Array.from({ length: ${MANY} }, (_, index) => '<label>Field ' + index + ' <input></label>').join(''));
  </script>`,
});

const finds = (locator: string, css: string) => ({
  type: 'assert',
  matcher: 'toHaveCount',
  locator: `locator('${css}').and(${locator})`,
  expected: '1',
});
const counts = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveCount', locator, expected });

test('fields are found by each of their labels, as the page has them at that moment', () =>
  runner.passes([
    { type: 'visit', url: '/' },
    finds("getByLabel('Mail')", 'body > #mail'),
    finds("getByRole('textbox', { name: 'Mail (of work)' })", 'body > #mail'),
    finds("getByLabel('Name')", '#name'),
    finds("getByLabel('Both')", '#first'),
    finds("getByRole('button', { name: 'Send it' })", '#go'),
    counts("getByLabel('Kept')", '0'),
    finds("getByLabel('How much')", '#meter'),
    finds("getByLabel('Sum')", '#sum'),
    finds("getByRole('combobox', { name: 'Size' })", '#size'),
    finds("getByLabel('Inner')", 'x-field #mail'),
    finds("getByLabel('Notes')", '#notes'),
    { type: 'fill', locator: "getByLabel('Name')", value: 'Ann' },
    finds("getByLabel('Notes')", '#after'),
    counts("getByRole('textbox', { name: 'Notes' })", '1'),
  ]));

test(`one of ${MANY} named buttons, and one of as many labelled fields, is found within a usual limit`, {
  tags: 'full',
  timeout: 120_000,
}, async () => {
  const { outcome } = await runner.passes([
    { type: 'visit', url: '/many' },
    { type: 'click', locator: `getByRole('button', { name: 'Item ${MANY - 1}' })`, timeoutMs: FEW_SECONDS },
    { type: 'assert', matcher: 'toHaveTitle', expected: `Item ${MANY - 1}` },
    { type: 'visit', url: '/fields' },
    { type: 'fill', locator: `getByLabel('Field ${MANY - 1}')`, value: 'Ann', timeoutMs: FEW_SECONDS },
  ]);
  expect(outcome).toBe('passed');
});
