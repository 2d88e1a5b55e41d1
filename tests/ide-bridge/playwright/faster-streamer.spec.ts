import fc from 'fast-check';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fasterStreamer } from '../../../ide-bridge/playwright/faster-streamer.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { streamerScript } from './streamer-script.ts';

const PAGE = `<!doctype html><style id="own">.tall { height: 40px; overflow: auto }</style>
  <form><label>Name <input id="name"></label><input type="checkbox" id="agreed"><textarea id="text">note</textarea>
  <select id="kind"><option>One<option>Two<option>Three</select></form>
  <div id="log" class="tall">${'<p>line</p>'.repeat(20)}</div>
  <ul id="list">${Array.from({ length: 8 }, (_, at) => `<li><b>Item ${at}</b> <i>at <u>${at}</u></i></li>`).join('')}</ul>
  <section id="shade"><p>light</p></section><my-part><b>in it</b></my-part><dialog id="ask">Sure?</dialog>
  <div id="tip" popover>Tip</div><details id="more"><summary>More</summary><p>All of it</p></details>
  <img id="picture" alt=""><canvas id="drawn" width="20" height="20"></canvas><div id="wide">wide <p>in the middle</p></div>
  <table><tbody><tr onclick="go()"><td title="one">One <input type="checkbox" checked> <input type="radio" value="two"><td><b id="hint" popover>Hint</b></table>
  <pre id="raw">

 two lines above &amp;nbsp; &lt;b&gt; a\u00a0b \ud83c\udf39</pre><h5 hidden title="a > b 'c' &quot;d&quot; &amp;amp;&#10;e" data-a.b:c x<y="1">Odd<!-- a
  > comment --><br>names<hr><i></i></h5><blockquote><svg><a>in it</a></svg><p>after a drawing<template><i>no</i></template></blockquote>`;

/** What pages do, and people on them; each as page code. */
const DEEDS: Readonly<Record<string, string>> = {
  'a field is filled': `at('name').value = 'Ann ' + n`,
  'a box is ticked': `at('agreed').checked = !at('agreed').checked`,
  'a box becomes a field': `at('agreed').type = n % 2 ? 'text' : 'checkbox'`,
  'a long text is typed': `at('text').value = 'line\\n'.repeat(n)`,
  'an option is chosen': `at('kind').selectedIndex = n % 3`,
  'an option is added': `at('kind').append(new Option('Kind ' + n))`,
  'a part is scrolled': `at('log').scrollTop = 5 * n`,
  'a part is scrolled that could not before': `at('wide').style.cssText = 'height: 5px; overflow: hidden'; at('wide').scrollTop = 4`,
  'the page is scrolled': `scrollTo(0, 3 * n)`,
  'a text is changed': `item().querySelector('b').firstChild.data = 'Renamed ' + n`,
  'deep text is replaced': `item().querySelector('u').textContent = 'deep ' + n`,
  'an attribute is set': `item().setAttribute('data-n', n)`,
  'texts are added side by side': `item().append('<' + n, '&amp;', '', '\u00a0')`,
  'a comment is added': `item().append(new Comment('<b>' + n + '</b>'), 'after it')`,
  'an element is wrapped': `{ const box = document.createElement('div'), one = item(); one.replaceWith(box); box.append(one); }`,
  'odd attributes are set': `item().setAttribute('onclick', 'go("' + n + '")'); item().setAttribute('data-odd', '<"&\u00a0>' + n)`,
  'a class is taken away': `at('log').classList.toggle('tall')`,
  'an item is added': `at('list').insertAdjacentHTML('beforeend', '<li><b>New ' + n + '</b> <i>of <u>late</u></i></li>')`,
  'items change places': `at('list').prepend(at('list').lastElementChild)`,
  'an item is gone': `at('list').children.length > 2 && item().remove()`,
  'an item changes while it is away': `{ const one = item(); one.remove(); late(() => {
    one.querySelector('u').textContent = 'changed away ' + n; at('list').append(one); }); }`,
  'an item changes in a new parent that is away': `{ const one = item(), box = document.createElement('div'); box.append(one);
    late(() => { one.querySelector('b').textContent = 'boxed ' + n; at('list').append(one); }); }`,
  'all items are drawn again': `at('list').innerHTML = at('list').innerHTML`,
  'a shadow tree is attached': `at('shade').shadowRoot ?? (at('shade').attachShadow({ mode: 'open' }).innerHTML = '<p>dark</p><slot></slot>')`,
  'a shadow tree changes': `at('shade').shadowRoot?.firstElementChild.setAttribute('data-n', n)`,
  'an item goes into a shadow tree': `at('shade').shadowRoot?.append(item())`,
  'an item comes out of a shadow tree': `{ const one = at('shade').shadowRoot?.querySelector('li');
    if (one) { one.querySelector('u').textContent = 'dark ' + n; at('list').append(one); } }`,
  'an element is defined': `customElements.get('my-part') ?? customElements.define('my-part', class extends HTMLElement {})`,
  'a dialog is asked': `at('ask').open ? at('ask').close() : at('ask').showModal()`,
  'a tip is shown': `at('tip').togglePopover()`,
  'a hint is shown': `at('hint').togglePopover()`,
  'more is shown': `at('more').open = !at('more').open`,
  'a rule is added': `at('own').sheet.insertRule('.r' + n + ' { color: red }')`,
  'an adopted sheet changes': `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('b { margin: ' + n + 'px }');
    document.adoptedStyleSheets = [sheet]; }`,
  'something moves what is drawn': `at('wide').style.height = n + 'px'`,
  'a picture is another': `at('picture').src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=#' + n`,
  'an element is acted on': `item().querySelector('u').dispatchEvent(new CustomEvent('__playwright_mark_target__', { bubbles: true, composed: true }))`,
  'an element of a shadow tree is acted on': `at('shade').shadowRoot?.firstElementChild
    .dispatchEvent(new CustomEvent('__playwright_mark_target__', { bubbles: true, composed: true }))`,
  'nothing is acted on any more': `document.dispatchEvent(new CustomEvent('__playwright_reset_targets__'))`,
  'the whole body is another': `{ const body = document.body.cloneNode(true); document.body.replaceWith(body); }`,
  'everything is forgotten': `reset = 'history'`,
};

type Part = string | readonly [readonly [number, number]] | readonly [string, object?, ...Part[]];

const Told = z.object({ plain: z.custom<Part>(), quick: z.custom<Part>() });

const script = streamerScript();
let page: Page;

beforeAll(async () => {
  page = await (await (await sharedBrowser()).newContext()).newPage();
});

afterAll(() => page.context().close());

/** A page as Playwright takes it, beside what we make of that, after each deed. */
async function takenAfter(deeds: readonly { deed: string; n: number }[]) {
  await page.goto('about:blank');
  await page.setContent(PAGE);
  await page.evaluate(`(${fasterStreamer(script)})('quick', true)`);
  await page.evaluate(`(${script})('plain', true)`);
  const taken: { plain: Part[]; quick: Part[] } = { plain: [], quick: [] };
  for (const { deed, n } of deeds) {
    const code = `(async () => {
      const n = ${n}, at = id => document.getElementById(id);
      const item = () => at('list').children[n % at('list').children.length] ?? at('list').appendChild(document.createElement('li'));
      let reset, later;
      const late = what => { later = what; };
      try { ${DEEDS[deed]}; } catch {}
      if (later) { await new Promise(requestAnimationFrame); try { later(); } catch {} }
      return { quick: quick.captureSnapshot(reset).html, plain: plain.captureSnapshot(reset).html };
    })()`;
    const { plain, quick } = Told.parse(await page.evaluate(code));
    taken.plain.push(plain);
    taken.quick.push(quick);
  }
  return taken;
}

const isReference = (part: Part): part is readonly [readonly [number, number]] => Array.isArray(part[0]);

/** The parts of one page in the order in which later ones name them. */
function partsOf(part: Part): Part[] {
  if (typeof part === 'string') return [part];
  if (isReference(part)) return [];
  const [, , ...inner] = part;
  return [...inner.flatMap(partsOf), part];
}

/** A page without references to earlier ones. */
function whole(part: Part, pages: readonly Part[], at: number): unknown {
  if (typeof part === 'string') return part;
  if (!isReference(part)) {
    const [name, attributes = {}, ...inner] = part;
    return { name, attributes, inner: inner.map(each => whole(each, pages, at)) };
  }
  const [[back, index]] = part;
  const named = partsOf(pages[at - back] ?? '')[index];
  return named === undefined ? 'nothing' : whole(named, pages, at - back);
}

const wholes = (pages: readonly Part[]) => pages.map((part, at) => whole(part, pages, at));

async function expectTheSame(deeds: readonly { deed: string; n: number }[]) {
  const { plain, quick } = await takenAfter(deeds);
  expect(wholes(quick)).toEqual(wholes(plain));
}

const all = Object.keys(DEEDS);

test('a page that is walked in part is taken as Playwright takes it', async () => {
  expect(fasterStreamer(script)).not.toBe(script);
  await expectTheSame(all.map((deed, n) => ({ deed, n })));
});

test('a page is taken as Playwright takes it, whatever happens to it in whatever order', {
  tags: ['full'],
}, async () => {
  const deeds = fc.array(fc.record({ deed: fc.constantFrom(...all), n: fc.nat(30) }), { minLength: 2, maxLength: 25 });
  await fc.assert(fc.asyncProperty(deeds, expectTheSame), { numRuns: 60 });
});

test('another script stays as it is', () => {
  expect(fasterStreamer('frameSnapshotStreamer()')).toBe('frameSnapshotStreamer()');
});
