import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';

const ORDERS = Array.from(
  { length: 300 },
  (_, index) => `<tr><td>Order ${index}</td><td><button>Edit</button></td></tr>`,
);
const PAGE = `<!doctype html><title>Orders</title><h1>Orders</h1><nav><a href="/">Home</a></nav><table>${ORDERS.join('')}</table>`;

const Listing = z.object({
  elements: z.array(z.object({ role: z.string(), name: z.string(), locator: z.string() })),
  total: z.number(),
  omitted: z.string().optional(),
  hint: z.string().optional(),
});

describe('getPageElements', () => {
  it('getPageElements says how many elements it left out and how to see more', { tags: 'full' }, async () => {
    await using pages = await servePages({ '/': PAGE });
    await using shop = await openShop();
    const { client } = shop.author;
    await client.call('navigateUrl', { url: pages.url }, z.unknown());
    const ask = (args: object = {}) => client.call('getPageElements', args, Listing);

    const short = await ask();
    expect(short.elements).toHaveLength(10);
    expect(short).toMatchObject({
      total: 302,
      omitted: '292 more; 8 of 300 rows are shown. limit: 302 shows all; filter, role and within narrow the list.',
    });
    expect((await ask({ limit: 40 })).elements).toHaveLength(40);
    const whole = await ask({ limit: 302 });
    expect(whole.elements).toHaveLength(302);
    expect(whole.omitted).toBeUndefined();
    const one = await ask({ within: "getByRole('row').filter({ hasText: 'Order 250' })" });
    expect(one.elements.map(({ name }) => name)).toEqual(['Edit']);
    expect((await ask({ filter: 'home' })).elements).toHaveLength(1);
    const silent = 'What says nothing, such as the empty cells of a board, is listed by its role, e.g. role: "cell".';
    const nothing = { filter: 'no such thing' };
    expect((await ask(nothing)).hint).toBe(
      `Nothing matches. With interactiveOnly: false headings and texts count too. ${silent}`,
    );
    expect((await ask({ ...nothing, interactiveOnly: false })).hint).toBe(`Nothing matches. ${silent}`);
    expect((await ask({ ...nothing, role: 'cell' })).hint).toBeUndefined();
  });

  it.each([
    ['buton', 'a role of elements, e.g. button, not "buton".'],
    ['Button', 'a role of elements, e.g. button or spinbutton, not "Button".'],
    ['text', 'a role of elements, e.g. textbox or term, not "text".'],
    ['<input>', 'a role of elements, e.g. button, link or textbox, not "<input>".'],
  ])('getPageElements refuses the unknown role %s and suggests known ones', async (role, words) => {
    await using shop = await openShop();
    expect(await shop.author.refusal('getPageElements', { role })).toBe(`invalid-params: "role" must be ${words}`);
  });
});
