import { describe, expect, test } from 'vitest';
import { opening } from './app-fixture.ts';
import { locators, named, rows, useListedPage } from './listed-page.ts';

const LONG_TEXT = 'A very long text that goes on and on '.repeat(30);

const listed = useListedPage({
  '/inner':
    '<button>Same</button><button>Same</button><input placeholder="Inner"><iframe title="Deepest" src="/deepest"></iframe>',
  '/deepest': '<button>Same</button><a href="/x">Deep link</a>',
});

const AWKWARD: Record<string, string> = {
  'names that are parts of each other':
    '<button>Save</button><button>Save as</button><button>save</button><a href="#">Save</a>',
  'names with quotes, regular expressions, emoji and odd spaces': `
    <button>Say "hi"</button><button>It's</button><button>/^a.*b$/</button><button>a\\b [c] {d} (e) $1</button>
    <button>😀 Smile</button><button>👩‍👩‍👧 family</button><button> much \n  space\u00a0here </button><button>&lt;b&gt; &amp; \`tick\`</button>
    <button>Ünïcödé İstanbul ß</button><button>a >> b</button><button>x=y, z</button><button>trailing \\</button>`,
  'duplicates without any difference': '<button>Go</button><button>Go</button><p><button>Go</button></p>',
  'duplicates that differ in attributes': `
    <button data-testid="one">Go</button><button title="Second">Go</button><button id="third">Go</button>
    <input placeholder="Mail"><input placeholder="Phone"><label>City <input></label><label>City <input placeholder="City 2"></label>`,
  'buttons without names':
    '<button><svg width="9" height="9"></svg></button><button data-testid="x"><svg width="9" height="9"></svg></button><nav><button><svg width="9" height="9"></svg></button></nav>',
  'list items': `<ul>${rows(11, index => `<li>Item ${index} <button>Add</button><button>Drop</button></li>`)}</ul>`,
  'cards with headings': rows(
    8,
    index =>
      `<div class="card"><h3>Card ${index}</h3><p>Text</p><button>Buy</button><a href="/c${index}">More</a></div>`,
  ),
  'cards known by a test id': rows(
    5,
    index => `<div data-testid="card"><div><h3>Card ${index}</h3></div><div><button>Buy</button></div></div>`,
  ),
  'links with content':
    rows(4, index => `<a href="/p${index}"><h3>Product ${index}</h3><p>Price ${index}</p></a>`) +
    '<a href="/q"><h3>Product 1</h3></a><h3>Product 1</h3>',
  'a long table': `<table><thead><tr><th>Name</th><th>Qty</th><th></th></tr></thead><tbody>${rows(12, index => `<tr><td>Order ${index}</td><td>${index % 3}</td><td><button>Edit</button><input type="checkbox"></td></tr>`)}</tbody></table>`,
  'open shadow trees': `<button>Same</button><x-a></x-a><x-a></x-a><x-b><button>Slotted</button><span>Lost <button>Same</button></span></x-b><script>
    for (const host of document.querySelectorAll('x-a')) host.attachShadow({ mode: 'open' }).innerHTML = '<button>Same</button><input aria-label="In shadow"><x-c></x-c>';
    document.querySelector('x-b').attachShadow({ mode: 'open' }).innerHTML = '<section aria-label="Around"><slot></slot><button>Own</button></section>';
  </script>`,
  'frames in frames': `<button>Same</button><iframe name="first" src="/inner"></iframe><iframe src="/inner"></iframe><x-a></x-a><script>
    document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<iframe src="/deepest"></iframe>';</script>`,
  'what assistive technology does not see': `<button>Buy</button><div aria-hidden="true"><button>Buy</button><div><button>Hidden only</button></div></div>
    <button style="display: none">Buy</button><button style="visibility: hidden">Buy</button><div inert><button>Buy</button></div><button style="opacity: 0">Buy</button>
    <button style="position: absolute; left: -999px">Buy</button><button style="pointer-events: none">Pay</button>`,
  'hidden things that are nothing but their content':
    '<div aria-hidden="true"><button style="display: contents">Go</button><h3 style="display: contents"><b>Part</b></h3></div><button>Go</button><h3>Part</h3>',
  'things inside a link':
    '<a href="#">Link <span aria-label="Save"><i>a</i><i>b</i></span><span aria-label="Save"><i>a</i><i>b</i></span></a>',
  'elements that are owned elsewhere':
    '<div role="group" aria-label="Owner" aria-owns="owned"><button>A</button></div><div role="group" aria-label="Place"><button id="owned">A</button><button>B</button></div>',
  'things that are clicked though they are no controls': `
    <div style="cursor: pointer">Open menu</div><div style="cursor: pointer"><span>Nested</span></div><li style="cursor: pointer">Row</li>
    <div style="cursor: pointer">Open menu</div><img style="cursor: pointer" src="data:," width="9" height="9"><details><summary>More</summary>Inside</details>
    <label style="cursor: pointer"><input type="checkbox"> Agree</label><div contenteditable>Write here</div>`,
  'names that say nothing outside of their font': '<button>\ue001</button><button>\ue002</button>',
  'very long names': `<button>${LONG_TEXT}</button><button>${LONG_TEXT} more</button><a href="#">${LONG_TEXT}</a>`,
  'names that come from elsewhere': `<h2 id="t">Title</h2><button aria-labelledby="t">x</button><button aria-label="Title">y</button><input aria-labelledby="t"><button aria-labelledby="u">z <i id="u">Up</i></button><button>Up</button>`,
  'fields and choices': `<fieldset><legend>Pay</legend><label><input type="radio" name="p" checked> Card</label><label><input type="radio" name="p"> Cash</label></fieldset>
    <select aria-label="Colour"><option>Red</option><option selected>Blue</option></select><select aria-label="Size"><option>Red</option></select>
    <input type="range" aria-label="Volume" value="3" max="9"><input type="file"><input type="submit" value="Send"><input type="button" value="Send"><textarea>Some text</textarea>`,
  'nested lists': `<ul><li>Fruit <button>Edit</button><ul><li>Apple <button>Edit</button></li><li>Pear <button>Edit</button></li></ul></li><li>Nuts <button>Edit</button></li></ul>`,
  'items known by a part of the text of others': `<ul><li>Ann <button>Edit</button></li><li>Anna <button>Edit</button></li><li>Joanna <button>Edit</button></li></ul>`,
};

describe('locators', () => {
  test.each(Object.entries(AWKWARD))(
    'locators find the right element on a page with %s',
    { tags: 'full' },
    async (_name, html) => {
      await listed.show(html);
      const listing = await listed.list();
      expect(listing.elements.length).toBeGreaterThan(0);
      expect(listing.elements).toHaveLength(listing.total);
      await listed.expectRightLocators(listing);
    },
  );

  test.each(Object.entries(AWKWARD))(
    'text locators find the right element on a page with %s',
    { tags: 'full' },
    async (_name, html) => {
      await listed.show(html);
      const listing = await listed.list({ interactiveOnly: false, limit: 40 });
      await listed.expectRightLocators(listing);
    },
  );

  test('a clickable button is listed with its own locator beside a like one that takes no clicks', async () => {
    await listed.show('<button style="pointer-events: none">Pay</button><button>Pay</button>');
    const listing = await listed.list();
    expect(listing.total).toBe(1);
    expect(listing.elements).toHaveLength(1);
    await listed.expectRightLocators(listing);
  });

  test('locators say no more than is needed to tell elements apart', async () => {
    await listed.show(
      '<button>Save</button><button>Close</button><button>Close all</button><h1>Title</h1><label>Mail<input></label>',
    );
    expect(locators(await listed.list())).toEqual([
      "getByRole('button', { name: 'Save' })",
      "getByRole('button', { name: 'Close', exact: true })",
      "getByRole('button', { name: 'Close all' })",
      "getByRole('heading', { name: 'Title' })",
      "getByRole('textbox', { name: 'Mail' })",
    ]);
  });

  test('locators of repeated controls start from the card, row or list item that holds them', async () => {
    await listed.show(AWKWARD['cards with headings'] ?? '');
    expect(named(await listed.list(), 'Buy')[7]?.locator).toBe(
      "locator('div').filter({ hasText: 'Card 7' }).getByRole('button', { name: 'Buy' })",
    );
    await listed.show(AWKWARD['a long table'] ?? '');
    expect(named(await listed.list(), 'Edit')[3]?.locator).toBe(
      "getByRole('row').filter({ has: getByRole('cell', { name: 'Order 3', exact: true }) }).getByRole('button', { name: 'Edit' })",
    );
    await listed.show(AWKWARD['list items'] ?? '');
    expect(named(await listed.list(), 'Add')[5]?.locator).toBe(
      "getByRole('listitem').filter({ hasText: 'Item 5' }).getByRole('button', { name: 'Add' })",
    );
  });

  test('locators of rows, cells and messages rely on what stays the same while they change', async () => {
    await listed.show(`<table><tr><th>Part</th><th>Left</th></tr>
      <tr><td>Bolt</td><td>7</td></tr><tr><td>Nut</td><td>7</td></tr><tr><td>Pin</td><td data-testid="pins">3</td></tr></table>
      <p>Ready</p><div role="status">Saved</div><div role="status">Sent</div><ul><li>Ann <b>new</b></li><li>Eve</li></ul>`);
    const listing = await listed.list({ interactiveOnly: false, limit: 40 });
    await listed.expectRightLocators(listing);
    const bolt = "getByRole('row').filter({ has: getByRole('cell', { name: 'Bolt', exact: true }) })";
    const nut = "getByRole('row').filter({ has: getByRole('cell', { name: 'Nut', exact: true }) })";
    expect(named(listing, 'Bolt 7')[0]?.locator).toBe(bolt);
    expect(named(listing, 'Bolt')[0]?.locator).toBe("getByRole('cell', { name: 'Bolt' })");
    expect(named(listing, '7').map(({ locator }) => locator)).toEqual([
      `${bolt}.getByRole('cell').nth(1)`,
      `${nut}.getByRole('cell').nth(1)`,
    ]);
    expect(named(listing, '3')[0]?.locator).toBe("getByTestId('pins')");
    expect(named(listing, 'Ready')[0]?.locator).toBe("getByText('Ready', { exact: true })");
    expect(named(listing, 'Sent')[0]?.locator).toBe("getByText('Sent', { exact: true })");
    expect(named(listing, 'Eve')[0]?.locator).toBe("getByRole('listitem').filter({ hasText: 'Eve' })");
  });

  test('locators use the test id attribute of the project', async () => {
    const browser = { testIdAttribute: 'data-qa' };
    const page = await listed.app.session.openFresh(opening(undefined, { browser }));
    await page.setContent('<button data-qa="a">Go</button><button data-qa="b" data-testid="a">Go</button>');
    const listing = await listed.list();
    expect(locators(listing)).toEqual(["getByTestId('a')", "getByTestId('b')"]);
    await listed.expectRightLocators(listing);
    await listed.app.session.openFresh(opening());
  });
});
