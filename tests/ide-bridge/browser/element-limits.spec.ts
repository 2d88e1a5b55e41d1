import { describe, expect, test } from 'vitest';
import type { PageElement } from '../../../model/protocol/app-window.ts';
import { named, rows, useListedPage } from './listed-page.ts';

const listed = useListedPage();

const TABLE = `<h1>Orders</h1><table><tbody>${rows(300, index => `<tr><td>Order ${index}</td><td><button>Edit</button><a href="/o/${index}">Open</a></td></tr>`)}</tbody></table><footer><a href="/terms">Terms</a></footer>`;

/** Most texts have four characters for each token of a model. */
const tokensOf = (elements: readonly PageElement[]): number => JSON.stringify(elements).length / 4;

describe('a listing', () => {
  test.each([1, 10, 18, 19, 50, 100, 300, 601, 602, 5_000])(
    'a listing with a limit of %i has as many of 602 elements as that allows',
    { tags: 'full' },
    async limit => {
      await listed.show(TABLE);
      const listing = await listed.list({ limit });
      expect(listing.total).toBe(602);
      expect(listing.elements).toHaveLength(Math.min(limit, 602));
    },
  );

  test('a listing with a limit keeps the document order and prefers what is in view or outside of rows', {
    tags: 'full',
  }, async () => {
    await listed.show(TABLE);
    const { elements, runs } = await listed.list({ limit: 50 });
    expect(elements[0]).toMatchObject({ role: 'heading', name: 'Orders' });
    expect(elements.at(-1)).toMatchObject({ role: 'link', name: 'Terms' });
    const hrefs = elements.slice(1, -1).map(({ name }) => name);
    expect(hrefs).toEqual(Array.from({ length: 48 }, (_, index) => (index % 2 === 0 ? 'Edit' : 'Open')));
    expect(runs).toEqual([{ role: 'row', count: 300, shown: 24 }]);
    expect((await listed.list({ limit: 602 })).runs).toEqual([]);
  });

  test('a listing without a limit shows a few of each run of like elements and everything else', async () => {
    await listed.show(TABLE);
    const { elements, runs, total } = await listed.list();
    expect(elements).toHaveLength(18);
    expect({ runs, total }).toEqual({ runs: [{ role: 'row', count: 300, shown: 8 }], total: 602 });
  });

  test('a listing without a limit stays short, however long the texts of its elements are', {
    tags: 'full',
  }, async () => {
    const text = 'a text that says more than is needed to tell one thing from another, and then goes on for a while';
    await listed.show(
      rows(90, index => `<section><h2>${index} ${text}</h2><div><button>${text} ${index}</button></div></section>`),
    );
    const short = await listed.list();
    expect(short.total).toBe(180);
    expect(tokensOf(short.elements)).toBeLessThan(3_000);
    expect(short.elements.length).toBeGreaterThan(10);
    const whole = await listed.list({ limit: 180 });
    expect(whole.elements).toHaveLength(180);
    await listed.expectRightLocators(whole);
  });

  test('a listing without a limit leaves out the least important elements before it gets long', async () => {
    const long = 'long '.repeat(30);
    await listed.show(`${rows(95, index => `<p><button>${long} ${index}</button></p>`)}<a href="/end">End</a>`);
    const listing = await listed.list();
    expect(listing.total).toBe(96);
    expect(tokensOf(listing.elements)).toBeLessThan(3_000);
    expect(named(listing, 'End')).toHaveLength(1);
  });

  test('a listing of a very long page has all 4,000 buttons when its limit allows them', { tags: 'full' }, async () => {
    await listed.show(
      `<table><tbody>${rows(2_000, index => `<tr><td>Order ${index}</td><td><button>Edit</button></td><td><button>Drop</button></td></tr>`)}</tbody></table>`,
    );
    const listing = await listed.list({ limit: 4_000, role: 'button' });
    expect(listing.elements).toHaveLength(4_000);
    expect(new Set(listing.elements.map(({ locator }) => locator)).size).toBe(4_000);
    expect(listing.elements[3_999]?.locator).toContain("name: 'Order 1999', exact: true");
  });
});
