import { describe, expect, test } from 'vitest';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { named, rows, useListedPage } from './listed-page.ts';

const listed = useListedPage({
  '/inner':
    '<button>Same</button><button>Same</button><input placeholder="Inner"><iframe title="Deepest" src="/deepest"></iframe>',
  '/deepest': '<button>Same</button><a href="/x">Deep link</a>',
});

describe('the listing', () => {
  test('the listing shows states and values of elements, but no password', async () => {
    await listed.show(`<input aria-label="Name" value="Ada" autofocus><input type="password" aria-label="Password" value="hunter2">
      <input type="checkbox" aria-label="Agree" checked><button disabled>Save</button><button aria-pressed="true">Bold</button>
      <button aria-expanded="true">Menu</button><select aria-label="Colour"><option>Red</option><option selected>Blue</option></select><h2>Part</h2>`);
    const { elements } = await listed.list();
    expect(elements.map(({ role, name, state, value }) => ({ role, name, state, value }))).toEqual([
      { role: 'textbox', name: 'Name', state: ['focused'], value: 'Ada' },
      { role: 'textbox', name: 'Password', state: undefined, value: '••••' },
      { role: 'checkbox', name: 'Agree', state: ['checked'], value: undefined },
      { role: 'button', name: 'Save', state: ['disabled'], value: undefined },
      { role: 'button', name: 'Bold', state: ['pressed'], value: undefined },
      { role: 'button', name: 'Menu', state: ['expanded'], value: undefined },
      { role: 'combobox', name: 'Colour', state: undefined, value: 'Blue' },
      { role: 'heading', name: 'Part', state: ['level 2'], value: undefined },
    ]);
    expect(JSON.stringify(elements)).not.toContain('hunter2');
  });

  test('the listing shows the options of lists and the text of messages beside their names', async () => {
    const many = rows(30, index => `<option>Room ${index}</option>`);
    await listed.show(`<select aria-label="Size"><option>S</option><optgroup label="Large"><option>L</option><option selected>XL</option></optgroup></select>
      <select aria-label="Room">${many}</select><output aria-label="Guests">2</output><div role="status">Saved</div>
      <dialog open aria-label="Sure?"><p>3 nights</p><button>Yes</button></dialog><label>Mail <input><i>Optional</i></label>`);
    expect(named(await listed.list({ interactiveOnly: false }), 'Mail Optional')).toHaveLength(1);
    const { elements } = await listed.list({ filter: '' });
    const told = elements.map(({ name, value, options, optionCount }) => ({ name, value, options, optionCount }));
    expect(told).toEqual([
      { name: 'Size', value: 'XL', options: ['S', 'L', 'XL'] },
      {
        name: 'Room',
        value: 'Room 0',
        options: Array.from({ length: 8 }, (_, index) => `Room ${index}`),
        optionCount: 30,
      },
      { name: 'Guests', value: '2' },
      { name: 'Saved' },
      { name: 'Sure?', value: '3 nights Yes' },
      { name: 'Yes' },
      { name: 'Mail Optional' },
    ]);
  });

  test('the listing marks what a modal dialog blocks, whatever makes it modal', { tags: ['full'] }, async () => {
    const blocked = async () =>
      (await listed.list()).elements.filter(({ state = [] }) => state.includes('blocked')).map(({ name }) => name);
    const page = '<button>Page</button><iframe title="Inside" src="/deepest"></iframe>';
    await listed.show(`${page}<dialog aria-label="Sure?"><button>Yes</button></dialog>`);
    expect(await blocked()).toEqual([]);
    await listed.page.evaluate("document.querySelector('dialog').showModal()");
    expect(await blocked()).toEqual(['Page', 'Same', 'Deep link']);
    await listed.show(`<div inert>${page}</div><button>Free</button>`);
    expect(await blocked()).toEqual(['Page', 'Same', 'Deep link']);
    const [veil, dialog] = ['position: fixed; inset: 0; background: white', 'role="dialog" aria-modal="true"'];
    const list = '<button style="position: fixed; top: 300px">Option</button>';
    await listed.show(`${page}<div style="${veil}"><div ${dialog}><button>Yes</button></div></div>${list}`);
    expect(await blocked()).toEqual(['Page', 'Same', 'Deep link']);
    await listed.show(`${page}<div ${dialog} style="display: none"><button>Yes</button></div>`);
    expect(await blocked()).toEqual([]);
  });

  test('the listing marks elements as draggable by their attribute or their cursor', async () => {
    const style = '<style>.grab { cursor: grab; } .move { cursor: move }</style>';
    await listed.show(`${style}<ul><li draggable="true">Card <button>Edit</button></li><li>Still</li></ul>
      <div class="grab">Handle <i>x</i></div><div role="slider" aria-label="Size" class="grab">9</div><p class="move">Shelf</p><img src="#" alt="Plain">`);
    const listing = await listed.list();
    expect(listing.elements.map(({ name, state }) => [name, state])).toEqual([
      ['Card Edit', ['draggable']],
      ['Edit', undefined],
      ['Handle x', ['draggable']],
      ['Size', ['draggable']],
      ['Shelf', ['draggable']],
    ]);
    await listed.expectRightLocators(listing);
  });

  test('the listing shows texts only when asked for more than controls', async () => {
    await listed.show('<p>Only text</p><div role="alert">Sold out</div><button>Buy</button>');
    expect((await listed.list()).elements.map(({ role, name }) => [role, name])).toEqual([
      ['alert', 'Sold out'],
      ['button', 'Buy'],
    ]);
    const all = await listed.list({ interactiveOnly: false });
    expect(all.elements.map(({ role, name }) => [role, name])).toContainEqual(['paragraph', 'Only text']);
    await listed.expectRightLocators(all);
  });

  test('the listing leaves out live regions that wait for their first message', async () => {
    await listed.show('<div role="status"></div><div role="alert"> </div><output>Saved</output><button>Buy</button>');
    expect((await listed.list()).elements.map(({ role, name }) => [role, name])).toEqual([
      ['status', 'Saved'],
      ['button', 'Buy'],
    ]);
    expect((await listed.list({ role: 'alert' })).total).toBe(1);
  });

  test('the listing can be filtered by text, role and container', async () => {
    await listed.show(
      `<nav aria-label="Main"><a href="#">Home</a><a href="#">Shop</a></nav><main><a href="#">Shop now</a><input aria-label="Search" value="shoes"></main>`,
    );
    expect((await listed.list({ filter: 'SHO' })).elements.map(({ name }) => name)).toEqual([
      'Shop',
      'Shop now',
      'Search',
    ]);
    expect((await listed.list({ role: 'link' })).total).toBe(3);
    const inside = await listed.list({ within: parseLocator("getByRole('main')") });
    expect(inside.elements.map(({ name }) => name)).toEqual(['Shop now', 'Search']);
    await listed.expectRightLocators(inside);
    const wrong = listed.list({ within: parseLocator("getByRole('link')") });
    await expect(wrong).rejects.toMatchObject({
      kind: 'locator-not-found',
      message: expect.stringMatching(/^3 elements match getByRole\('link'\) on .*; exactly one is needed\.$/),
    });
  });

  test('the listing cuts runs of like items and says how many there are', { tags: 'full' }, async () => {
    const items = rows(
      200,
      index =>
        `<li><h3>Product ${index}</h3><a href="/p/${index}">Details</a><span>${index}.99</span><button>Add to cart</button></li>`,
    );
    await listed.show(
      `<h1>Products</h1><nav><a href="/">Home</a></nav><label>Filter <input></label><ul>${items}</ul><footer><a href="/terms">Terms</a></footer>`,
    );
    const listing = await listed.list();
    expect(listing.total).toBe(604);
    expect(listing.runs).toEqual([{ role: 'listitem', count: 200, shown: 8 }]);
    expect(named(listing, 'Terms')).toHaveLength(1);
    expect(named(listing, 'Add to cart')).toHaveLength(8);
    // Counted as four characters each, which is on the high side for such text.
    expect(JSON.stringify(listing.elements).length / 4).toBeLessThan(3_000);
    await listed.expectRightLocators(listing);
    const one = await listed.list({ filter: 'Product 157' });
    expect(one.elements.map(({ name }) => name)).toEqual(['Product 157']);
    await listed.page.evaluate('scrollTo(0, 5000)');
    const below = await listed.list();
    expect(named(below, 'Product 0')).toEqual([]);
    expect(below.elements.some(({ name }) => /^Product \d\d\d?$/.test(name))).toBe(true);
    await listed.expectRightLocators(below);
  });

  test('the listing gives positions in the page, also of elements in frames', async () => {
    await listed.show(
      '<style>body { margin: 0 } iframe { position: absolute; left: 100px; top: 200px; border: 0 }</style><button style="position: absolute; left: 10px; top: 20px">A</button><iframe srcdoc="<style>body { margin: 0 }</style><button>B</button>"></iframe>',
    );
    const { elements } = await listed.list({ boxes: true });
    expect(elements[0]?.box).toMatchObject({ x: 10, y: 20 });
    expect(elements[1]?.box).toMatchObject({ x: 100, y: 200 });
  });
});
