import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightLibrary } from '../../../ide-bridge/playwright/playwright-library.ts';
import { sharedBrowser } from '../../support/browser.ts';

/** All that the recorder uses of Playwright's library in the page, which is private and may change with any release. */
const PAGE = `<!doctype html><title>Shop</title>
<style>.more::after { content: ' …'; } .gone { display: none; }</style>
<main>
<h1 id="title">Tea</h1>
<label for="amount">Amount</label><input id="amount" placeholder="1" data-qa="amount" title="How many">
<ul><li id="green">Green <button>Buy</button></li><li>Black <button class="more">Buy</button></li></ul>
<button class="gone">Buy</button><div id="plain">Plain</div><img alt="A cup">
<shop-basket></shop-basket>
</main>
<script>customElements.define('shop-basket', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button id="basket">Basket</button>'; }
});</script>`;

describe("what the recorder uses of Playwright's library in the page", () => {
  let page: Page;

  beforeAll(async () => {
    page = await (await (await sharedBrowser()).newContext()).newPage();
    await page.setContent(PAGE);
    await page.evaluate(`globalThis.library = (${playwrightLibrary('data-qa')})(); undefined`);
  });
  afterAll(() => page.context().close());

  const find = (selector: string, root = 'document'): Promise<string[]> =>
    page.evaluate(
      `library.querySelectorAll(library.parseSelector(${JSON.stringify(selector)}), ${root}).map(each => each.id || each.outerHTML)`,
    );
  const util = (call: string): Promise<unknown> => page.evaluate(`library.utils.${call}`);

  test.each([
    ['a role with part of a name', 'internal:role=heading[name="te"i]', ['title']],
    ['a role with a whole name', 'internal:role=heading[name="tea"s]', []],
    ['a role in an open shadow root', 'internal:role=button[name="Basket"s]', ['basket']],
    ['a role, hidden elements left out', 'internal:role=button[name="Buy"s]', ['<button>Buy</button>']],
    ['a label', 'internal:label="Amount"s', ['amount']],
    ['a text', 'internal:text="Plain"s', ['plain']],
    ['an attribute', 'internal:attr=[placeholder="1"s]', ['amount']],
    ['another attribute', 'internal:attr=[title="How many"s]', ['amount']],
    ['a test id', 'internal:testid=[data-qa="amount"s]', ['amount']],
    ['CSS', 'css=#title', ['title']],
    ['CSS in an open shadow root', 'css=#basket', ['basket']],
    ['a part with a text', 'internal:role=listitem >> internal:has-text="green"i', ['green']],
    ['one in another', 'css=#green >> internal:role=button', ['<button>Buy</button>']],
    ['one of its like', 'internal:role=listitem >> nth=0', ['green']],
  ])('finds elements by %s', async (_what, selector, found) => {
    expect(await find(selector)).toEqual(found);
  });

  test('finds elements within one', async () => {
    expect(await find('internal:role=button', "document.querySelector('#green')")).toEqual(['<button>Buy</button>']);
  });

  test('tells the role of an element, also that it has none', async () => {
    expect(await util("getAriaRole(document.querySelector('#title'))")).toBe('heading');
    expect(await util("getAriaRole(document.querySelector('#amount'))")).toBe('textbox');
    expect(['generic', null]).toContain(await util("getAriaRole(document.querySelector('#plain'))"));
  });

  test('tells the name of an element as text, with what its style adds', async () => {
    expect(await util("getElementAccessibleNameText(document.querySelector('#amount'), false)")).toBe('Amount');
    expect(await util("getElementAccessibleNameText(document.querySelector('img'), false)")).toBe('A cup');
    expect(await util("getElementAccessibleNameText(document.querySelector('.more'), false)")).toBe('Buy …');
  });

  test('keeps what it worked out only while it is asked to, also when that throws', async () => {
    const names = (): Promise<string[]> =>
      page.evaluate(`(() => {
        const title = document.querySelector('#title');
        const name = () => library.utils.getElementAccessibleNameText(title, false);
        const found = () => library.querySelectorAll(library.parseSelector('internal:text="Coffee"s'), document).length;
        const told = [];
        try {
          library.remember(() => { told.push(name()); title.textContent = 'Coffee'; told.push(name()); throw new Error(); });
        } catch {}
        told.push(name(), library.remember(() => name()), String(found()));
        title.textContent = 'Tea';
        return [...told, name(), String(found())];
      })()`);
    expect(await names()).toEqual(['Tea', 'Tea', 'Coffee', 'Coffee', '1', 'Tea', '0']);
  });

  test('leaves nothing in the page that the page could see', async () => {
    expect(await page.evaluate('Object.keys(globalThis).filter(name => /playwright|injected/i.test(name))')).toEqual(
      [],
    );
  });
});
