/** Each matcher: where it comes to hold, where it does not, and what it makes of awkward elements and texts. */
import type { Matcher } from '../../../../../model/actions/matchers.ts';
import { type EngineCase, holds, T } from './engine-case.ts';

/** Long enough for a look of each engine, short for what will never hold. */
const IN_VAIN = { timeoutMs: 800, onFailure: 'continue' };

interface MatcherRow {
  html: string;
  /** JavaScript by which what is wanted comes to hold; `t` is the element. */
  change: string;
  fields?: object;
  /** What never holds. Default: the same, before the change. */
  otherwise?: object;
}

const page = (words: string): string => `<p id="t">${words}</p>`;

const ROWS: Record<Exclude<Matcher, 'toHaveScreenshot'>, MatcherRow> = {
  toBeVisible: { html: '<p id="t" hidden>Text</p>', change: 't.hidden = false' },
  toBeHidden: { html: page('Text'), change: "t.style.display = 'none'" },
  toBeEnabled: { html: '<button id="t" disabled>Go</button>', change: 't.disabled = false' },
  toBeDisabled: { html: '<button id="t">Go</button>', change: "t.setAttribute('aria-disabled', 'true')" },
  toBeChecked: { html: '<input id="t" type="checkbox">', change: 't.checked = true' },
  toBeEditable: { html: '<input id="t" readonly>', change: 't.readOnly = false' },
  toBeFocused: { html: '<input id="t">', change: 't.focus()' },
  toBeInViewport: { html: `<div style="height:3000px"></div>${page('Text')}`, change: 'scrollTo(0, 3000)' },
  toHaveText: {
    html: page('One'),
    change: "t.innerHTML = 'One <b>and</b>\\n two'",
    fields: { expected: 'One and two' },
    otherwise: { expected: 'one and' },
  },
  toContainText: {
    html: page('One'),
    change: "t.textContent = 'One and two'",
    fields: { expected: 'AND', ignoreCase: true },
    otherwise: { expected: 'AND' },
  },
  toHaveValue: {
    html: '<input id="t" value="Ann">',
    change: "t.value = 'Bob'",
    fields: { expected: 'Bob' },
    otherwise: { expected: 'Bo' },
  },
  toHaveCount: {
    html: '<ul><li>One<li>Two</ul>',
    change: "document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Three')",
    fields: { locator: 'li', expected: 3 },
    otherwise: { locator: 'li', expected: 7 },
  },
  toHaveAttribute: {
    html: '<a id="t" href="/next">Next</a>',
    change: "t.dataset.state = 'open'",
    fields: { attribute: 'data-state', expected: 'open' },
    otherwise: { attribute: 'data-state', expected: 'shut' },
  },
  toHaveClass: {
    html: '<p id="t" class="one">Text</p>',
    change: "t.className = 'one two'",
    fields: { expected: '/\\btwo\\b/' },
    otherwise: { expected: 'two' },
  },
  toHaveCSS: {
    html: page('Text'),
    change: "t.style.color = 'red'",
    fields: { attribute: 'color', expected: 'rgb(255, 0, 0)' },
    otherwise: { attribute: 'color', expected: 'red' },
  },
  toHaveURL: {
    html: '',
    change: "history.replaceState({}, '', '#done')",
    fields: { expected: '/#done$/' },
    otherwise: { expected: '/elsewhere' },
  },
  toHaveTitle: {
    html: '',
    change: "document.title = ' The   title '",
    fields: { expected: 'The title' },
    otherwise: { expected: 'Another' },
  },
  toHaveAccessibleName: {
    html: '<button id="t">Go</button>',
    change: "t.ariaLabel = 'Go on'",
    fields: { expected: 'go ON', ignoreCase: true },
    otherwise: { expected: 'go ON' },
  },
  toMatchAriaSnapshot: {
    html: '<main id="t"><h1>Shop</h1></main>',
    change: "t.insertAdjacentHTML('beforeend', '<button>Buy</button>')",
    fields: { expected: '- main:\n  - heading "Shop" [level=1]\n  - button /B.y/' },
    otherwise: { expected: '- main:\n  - button "Sell"' },
  },
  toPassScript: {
    html: page('Text'),
    change: 'window.isReady = true',
    fields: { expected: 'window.isReady' },
    otherwise: { expected: 'window.isReady === 3' },
  },
};

const NOT_ON_AN_ELEMENT = ['toHaveURL', 'toHaveTitle', 'toPassScript'];

const check = (matcher: string, fields: object = {}) =>
  holds(matcher, { ...(NOT_ON_AN_ELEMENT.includes(matcher) ? {} : { locator: T }), ...fields });

const change = (work: string, afterMs: number): string =>
  `<script>setTimeout(() => { const t = document.getElementById('t'); ${work}; }, ${afterMs})</script>`;

const COMING: readonly EngineCase[] = Object.entries(ROWS).map(
  ([matcher, { html, change: work, fields, otherwise }]) => ({
    title: `${matcher} that comes to hold`,
    page: html + change(work, 300),
    actions: [
      check(matcher, fields),
      ...(otherwise === undefined ? [] : [check(matcher, { ...otherwise, not: true })]),
    ],
  }),
);

/** What is wanted otherwise fails, and so does the opposite of what holds, or of what does not. */
const FAILING: readonly EngineCase[] = Object.entries(ROWS).map(
  ([matcher, { html, change: work, fields, otherwise }]) => ({
    title: `${matcher} that does not hold, and its opposite`,
    page: otherwise === undefined ? html : html + change(work, 0),
    actions: [
      ...(otherwise === undefined ? [] : [check(matcher, fields)]),
      check(matcher, { ...(otherwise ?? fields), ...IN_VAIN }),
      check(matcher, { ...(otherwise ?? fields), not: true }),
      ...(otherwise === undefined ? [] : [check(matcher, { ...fields, ...IN_VAIN, not: true })]),
    ],
  }),
);

/** One page on which nearly all of them hold at once, so that a short run goes through each. */
const TOUR: EngineCase = {
  title: 'all matchers, one after the other, on one page',
  page: `<main><h1 class="one two" style="color:red">Shop</h1><p id="hidden" hidden>Text</p>
    <button id="on">Buy</button><button id="off" disabled>Sell</button><input id="box" type="checkbox" checked>
    <input id="field" aria-label="Name" value="Ann" autofocus data-state="open"></main><script>document.getElementById('field').focus()</script>`,
  actions: [
    holds('toBeVisible', { locator: 'h1' }),
    holds('toBeHidden', { locator: '#hidden' }),
    holds('toBeEnabled', { locator: '#on' }),
    holds('toBeDisabled', { locator: '#off' }),
    holds('toBeChecked', { locator: '#box' }),
    holds('toBeEditable', { locator: '#field' }),
    holds('toBeFocused', { locator: '#field' }),
    holds('toBeInViewport', { locator: 'h1' }),
    holds('toHaveText', { locator: 'h1', expected: 'Shop' }),
    holds('toContainText', { locator: 'h1', expected: 'ho' }),
    holds('toHaveValue', { locator: '#field', expected: 'Ann' }),
    holds('toHaveCount', { locator: 'button', expected: 2 }),
    holds('toHaveAttribute', { locator: '#field', attribute: 'data-state', expected: 'open' }),
    holds('toHaveClass', { locator: 'h1', expected: 'one two' }),
    holds('toHaveCSS', { locator: 'h1', attribute: 'color', expected: 'rgb(255, 0, 0)' }),
    holds('toHaveURL', { expected: '/\\/case\\//' }),
    holds('toHaveTitle', { expected: 'Case' }),
    holds('toHaveAccessibleName', { locator: '#field', expected: 'Name' }),
    holds('toMatchAriaSnapshot', { locator: 'main', expected: '- heading "Shop" [level=1]\n- button "Buy"' }),
    holds('toPassScript', { expected: 'document.title === "Case"' }),
  ],
};

const missing = (matcher: string, fields: object = {}) => holds(matcher, { locator: "locator('#none')", ...fields });

const AWKWARD: readonly EngineCase[] = [
  {
    title: 'matchers on what is not there, where that is enough',
    page: '',
    actions: [
      missing('toBeHidden'),
      missing('toBeVisible', { not: true }),
      missing('toBeInViewport', { not: true }),
      missing('toHaveCount', { expected: 0 }),
      missing('toHaveCount', { expected: 2, not: true }),
    ],
  },
  {
    title: 'matchers on what is not there, where it has to be',
    page: '<p>Something else</p>',
    actions: [
      missing('toBeVisible', IN_VAIN),
      missing('toBeEnabled', { ...IN_VAIN, not: true }),
      missing('toHaveText', { ...IN_VAIN, expected: 'Text' }),
      missing('toHaveText', { ...IN_VAIN, expected: 'Text', not: true }),
      missing('toBeHidden', { ...IN_VAIN, not: true }),
      missing('toHaveCount', { ...IN_VAIN, expected: 0, not: true }),
    ],
  },
  {
    title: 'matchers on two elements, of which only a count may be',
    page: '<p class="p">One</p><p class="p">Two</p>',
    actions: [
      holds('toHaveCount', { locator: "locator('.p')", expected: 2 }),
      holds('toHaveText', { locator: "locator('.p')", expected: 'One', ...IN_VAIN }),
      holds('toBeVisible', { locator: "locator('.p')", ...IN_VAIN }),
      holds('toBeHidden', { locator: "locator('.p')", ...IN_VAIN }),
    ],
  },
  {
    title: 'texts that are hidden, of inputs, of lists and beyond the ends of lines',
    page: `<p id="t">One<br>two <span hidden>hidden</span><span style="text-transform:uppercase">three</span>&shy;&nbsp;four</p>
      <select id="list"><option>A<option selected>B</select><textarea id="area">some\nlines</textarea>`,
    actions: [
      holds('toHaveText', { locator: T, expected: 'One', ...IN_VAIN }),
      holds('toContainText', { locator: T, expected: 'hidden' }),
      holds('toContainText', { locator: T, expected: 'THREE', ...IN_VAIN }),
      holds('toHaveText', { locator: '#list', expected: 'AB' }),
      holds('toHaveValue', { locator: '#list', expected: 'B' }),
      holds('toHaveValue', { locator: '#area', expected: 'some\nlines' }),
    ],
  },
  {
    title: 'texts by regular expressions, with flags and over lines',
    page: '<pre id="t">Order 4711\nplaced</pre>',
    actions: [
      holds('toHaveText', { locator: T, expected: '/^order \\d+/i' }),
      holds('toHaveText', { locator: T, expected: '/^placed$/m' }),
      holds('toHaveText', { locator: T, expected: '/^placed$/', ...IN_VAIN }),
      holds('toContainText', { locator: T, expected: '/PLACED/', ignoreCase: true }),
      holds('toHaveCount', { locator: T, expected: 1 }),
    ],
  },
  {
    title: 'texts in web components, and what is in their slots',
    page: `<order-card id="t">Ada</order-card><script>customElements.define('order-card', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b>Order</b> for <slot></slot>'; }
    })</script>`,
    actions: [
      holds('toHaveText', { locator: T, expected: 'AdaOrder for' }),
      holds('toHaveText', { locator: T, expected: 'Ada', ...IN_VAIN }),
      holds('toBeVisible', { locator: "getByText('Order')" }),
    ],
  },
  {
    title: 'a value of what has none, and a state of what is no box',
    page: '<p id="t">Text</p>',
    actions: [
      holds('toHaveValue', { locator: T, expected: 'Text', ...IN_VAIN }),
      holds('toBeChecked', { locator: T, ...IN_VAIN }),
      holds('toBeEditable', { locator: T, ...IN_VAIN }),
      holds('toBeEnabled', { locator: T }),
    ],
  },
  {
    title: 'an attribute that is there without a value, that is not there, and another one in capitals',
    page: '<input id="t" required title="">',
    actions: [
      holds('toHaveAttribute', { locator: T, attribute: 'required' }),
      holds('toHaveAttribute', { locator: T, attribute: 'title', expected: '' }),
      holds('toHaveAttribute', { locator: T, attribute: 'lang', not: true }),
      holds('toHaveAttribute', { locator: T, attribute: 'lang', ...IN_VAIN }),
      holds('toHaveAttribute', { locator: T, attribute: 'ID', expected: 'T', ignoreCase: true }),
    ],
  },
  {
    title: 'boxes that are half ticked, radio buttons, and what is ticked for assistive technology',
    page: `<input id="t" type="checkbox"><input id="radio" type="radio" checked><div id="menu" role="menuitemcheckbox" aria-checked="true">On</div>
      <div id="mixed" role="checkbox" aria-checked="mixed">Half</div><script>document.getElementById('t').indeterminate = true</script>`,
    actions: ['#t', '#radio', '#menu', '#mixed'].map(locator => holds('toBeChecked', { locator, ...IN_VAIN })),
  },
  {
    title: 'what is visible and in the viewport: without a size, without colour, clipped, half out',
    page: `<p id="none" style="width:0;height:0;overflow:hidden">x</p><p id="clear" style="opacity:0">x</p><p id="empty"></p>
      <div style="width:50px;height:20px;overflow:hidden"><p id="clipped" style="margin-top:60px">x</p></div>
      <p id="half" style="position:absolute;left:-20px;width:60px">x</p><p id="contents" style="display:contents">x</p>`,
    actions: ['#none', '#clear', '#empty', '#clipped', '#half', '#contents'].flatMap(locator => [
      holds('toBeVisible', { locator, ...IN_VAIN }),
      holds('toBeInViewport', { locator, ...IN_VAIN }),
    ]),
  },
  {
    title: 'matchers in a frame, in a shadow root in it, and in a frame that is not there',
    page: '<iframe src="/field"></iframe>',
    actions: [
      holds('toHaveValue', { locator: "frameLocator('iframe').locator('#field')", expected: 'there' }),
      holds('toBeFocused', { locator: "frameLocator('iframe').locator('#field')", not: true }),
      holds('toHaveCount', { locator: "frameLocator('iframe').locator('input')", expected: 1 }),
      holds('toHaveText', { locator: "frameLocator('iframe').locator('p')", expected: 'A field:' }),
      holds('toBeHidden', { locator: "frameLocator('#none').locator('p')" }),
      holds('toBeVisible', { locator: "frameLocator('#none').locator('p')", ...IN_VAIN }),
      holds('toHaveCount', { locator: "frameLocator('#none').locator('p')", expected: 0 }),
    ],
  },
  {
    title: 'an address and a title that change by another document',
    page: `<script>setTimeout(() => { location.href = '/next?from=here' }, 300)</script>`,
    actions: [
      holds('toHaveTitle', { expected: 'NEXT', ignoreCase: true }),
      holds('toHaveURL', { expected: '/next?from=here' }),
      holds('toHaveURL', { expected: '/NEXT', ...IN_VAIN }),
    ],
  },
  {
    title: 'texts that change all the time, each of which holds for a moment only',
    page: `<p id="t">0</p><p id="flash">no</p><script>let n = 0; setInterval(() => {
        document.getElementById('t').textContent = ++n;
        document.getElementById('flash').textContent = n % 2 === 0 ? 'yes' : 'no';
      }, 60)</script>`,
    actions: [
      holds('toHaveText', { locator: T, expected: '/[02468]$/' }),
      holds('toHaveText', { locator: '#flash', expected: 'yes' }),
    ],
  },
  {
    title: 'an element that is replaced by one that fits',
    page: `<p id="t">Old</p><script>setTimeout(() => { document.getElementById('t').outerHTML = '<h2 id="t">New</h2>' }, 300)</script>`,
    actions: [holds('toHaveText', { locator: T, expected: 'New' })],
  },
  {
    title: 'a selector that is none',
    page: '',
    actions: [
      holds('toBeVisible', { locator: "locator('##')", ...IN_VAIN }),
      { type: 'click', locator: "locator('p:no-such')", ...IN_VAIN },
    ],
  },
  {
    title: 'a wait for an element that comes, is enabled and goes, and for one that does not',
    page: `<p id="t" hidden>Text</p><button id="b" disabled>Go</button><script>setTimeout(() => {
        document.getElementById('t').hidden = false;
        document.getElementById('b').disabled = false;
      }, 200);
      setTimeout(() => document.getElementById('t').remove(), 700)</script>`,
    actions: [
      { type: 'wait', until: 'visible', locator: T },
      { type: 'wait', until: 'enabled', locator: '#b' },
      { type: 'wait', until: 'hidden', locator: T },
      { type: 'wait', until: 'visible', locator: T, ...IN_VAIN },
      { type: 'wait', until: 'hidden', locator: '#b', ...IN_VAIN },
    ],
  },
];

const pictured = (fields: object) => holds('toHaveScreenshot', { locator: T, expected: 'a red box', ...fields });

const PICTURES: readonly EngineCase[] = [
  {
    title: 'a picture that is as it was, and is not when it may not be',
    page: '<div id="t" style="width:40px;height:30px;background:red"></div>',
    actions: [pictured({}), pictured({ not: true, ...IN_VAIN })],
    isPictured: true,
  },
  {
    title: 'a picture of which none was kept',
    page: '<div id="t" style="width:40px;height:30px;background:blue"></div>',
    actions: [pictured({ expected: 'never kept', ...IN_VAIN })],
  },
];

export const MATCHER_CASES: Record<string, readonly EngineCase[]> = {
  'a matcher that comes to hold': [TOUR, ...COMING],
  'a matcher that does not hold': FAILING,
  'a matcher on something awkward': AWKWARD,
  'a picture': PICTURES,
};
