import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { ValidatedActions } from './validated-actions.ts';

const PAGE = `<!doctype html><title>Board</title><h1>Board</h1><button>Task</button>
<p style="display:none">Hidden text</p><input type="file" id="file">
<label>Day <input type="date"></label><label>Hour <input type="time"></label><label>Tint <input type="color"></label>
<label>Number <input type="number"></label><label>Country <input role="combobox"></label>`;

let pages: ServedPages;
let shop: Shop;

beforeAll(async () => {
  pages = await servePages({ '/': PAGE });
  shop = await openShop({ appUrl: pages.url });
  await shop.author.environment('staging', [{ name: 'LABEL', value: 'User' }]);
  await shop.author.do('putFile', { path: 'lists/users.csv', text: 'ann' });
  await shop.author.do('navigateUrl', { url: '/' });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

async function validate(action: object, before: readonly object[] = []) {
  const { actions } = await shop.author.client.call(
    'validateActions',
    { actions: [...before, action] },
    ValidatedActions,
  );
  return actions.at(-1);
}

const button = (name: string) => `getByRole('button', { name: '${name}' })`;
const drag = (locator: string, target: string) => ({ type: 'drag', locator, target });
const upload = (...files: string[]) => ({ type: 'upload', locator: '#file', files });

it('validateActions also checks the target of a drag', async () => {
  const fine = await validate(drag(button('Task'), "getByRole('heading')"));
  expect(fine).toEqual({
    actionIndex: 0,
    type: 'drag',
    matches: 1,
    element: expect.objectContaining({ name: 'Task' }),
  });
  const missing = await validate(drag(button('Task'), button('Tusk')));
  expect(missing).toMatchObject({ matches: 1, error: { field: 'target', candidates: [button('Task')] } });
  const both = await validate(drag(button('Tusk'), button('Nowhere')));
  expect(both).toMatchObject({ matches: 0, error: { field: 'locator' } });
  const hidden = await validate(drag(button('Task'), "getByText('Hidden text')"));
  expect(hidden?.error).toMatchObject({ field: 'target', message: expect.stringMatching(/not visible\.$/) });
});

it('validateActions does not check a drag target whose value is known only in a run', async () => {
  const extract = { type: 'extract', from: 'title', into: 'place' };
  const { matches, error, notChecked } =
    (await validate(drag(button('Task'), button('{{ var.place }}')), [extract])) ?? {};
  expect([matches, error]).toEqual([1, undefined]);
  expect(notChecked).toBe('Its "target" uses var.place, which has a value only in a run.');
});

it('validateActions reports missing files of an upload', async () => {
  const missing = { field: 'files[1]', message: '"files[1]": there is no file files/lists/gone.csv.' };
  expect((await validate(upload('lists/users.csv', 'lists/gone.csv')))?.error).toEqual(missing);
  expect((await validate(upload('lists')))?.error?.message).toBe('"files[0]": files/lists is a folder.');
  for (const fine of [upload('lists/users.csv'), upload('lists/{{ env.LABEL }}.csv')])
    expect(await validate(fine)).not.toHaveProperty('error');
  expect(await validate({ ...upload('gone.csv'), disabled: true })).not.toHaveProperty('error');
});

it('validateActions reports a value that a date, time, colour or number field does not accept', async () => {
  const fill = (label: string, value: string) => ({ type: 'fill', locator: `getByLabel('${label}')`, value });
  const right = [
    ['Day', '2026-12-24'],
    ['Day', ''],
    ['Day', '{{ env.LABEL }}'],
    ['Hour', '08:30'],
    ['Tint', '#00FF7f'],
    ['Number', '-1.5'],
  ] as const;
  for (const [label, value] of right) expect(await validate(fill(label, value))).not.toHaveProperty('error');
  const wrong = [
    ['Day', '24.12.2026', '2026-12-31'],
    ['Hour', '8 am', '23:59'],
    ['Tint', 'red', '#ff0000'],
    ['Number', 'two', '12.5'],
  ] as const;
  for (const [label, value, example] of wrong)
    expect((await validate(fill(label, value)))?.error?.message).toMatch(
      new RegExp(`takes what is written like ${example}, not “${value}”\\.$`),
    );
});

it('a missing element is no error if the action before it may reveal it by hover, upload or suggestion', async () => {
  const click = { type: 'click', locator: "getByRole('option', { name: 'Austria' })" };
  const fill = { type: 'fill', locator: "getByLabel('Country')", value: 'Aus' };
  const hover = { type: 'hover', locator: button('Task') };
  for (const before of [fill, hover, upload('lists/users.csv')]) {
    const { matches, notChecked, error } = (await validate(click, [before])) ?? {};
    expect([matches, error]).toEqual([0, undefined]);
    expect(notChecked).toMatch(/ That may be different after Action 1 \(/);
  }
  const typed = { ...fill, locator: "getByLabel('Number')", value: '1' };
  expect((await validate(click, [typed]))?.error?.message).toMatch(/^No element matches/);
  expect((await validate(click, [fill, { type: 'visit', url: '/' }]))?.error?.message).toMatch(/^No element matches/);
});
