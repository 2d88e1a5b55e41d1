/** What the pointer can do: each button and count, keys that are held, places in an element, drags. */
import { type EngineCase, HOPELESS, IN_VAIN, LOG, logged, noted, on, T } from './engine-case.ts';

const button = '<button id="t">Go</button>';
const wide = '<button id="t" style="width:240px;height:120px;border:6px solid">Go</button>';
const link = '<a id="t" href="/next">Next</a>';

const held = (modifiers: readonly string[]) => ({
  title: `a click with ${modifiers.join(' and ')} held`,
  // Links open elsewhere then, so this is none.
  page: button,
  actions: [on('click', T, { modifiers }), on('click', T)],
});

/** What flows in lines is clicked where its content is: lines are as wide as their block. */
const IN_LINES: readonly EngineCase[] = [
  [
    'a link around a block that is narrower than its line',
    '<a id="t" href="#there"><div style="width:200px;height:40px;background:#ddd">Block</div></a>',
  ],
  [
    'a link with words, then a block',
    '<a id="t" href="#there">words<div style="width:200px;height:40px;background:#ddd">Block</div></a>',
  ],
  [
    'a link with a picture, then words',
    '<a id="t" href="#there"><img alt="" style="width:50px;height:50px;background:red"> words</a>',
  ],
  ['a label with words, then its field', '<label id="t">Name <input></label>'],
  ['a label with its box, then words', '<label id="t"><input type="checkbox"> Terms and everything else</label>'],
  [
    'a link that begins with what a sheet draws',
    '<style>#t::before { content: "Link: " }</style><a id="t" href="#there">words</a>',
  ],
  ['a link that only a sheet draws', '<style>#t::after { content: "Link" }</style><a id="t" href="#there"></a>'],
  [
    'a link with an icon that a sheet draws',
    '<style>i::before { content: ">>" }</style><a id="t" href="#there"><i></i> words</a>',
  ],
  [
    'an inline element that shows what is in its slot',
    `<x-box id="t">words</x-box><script>customElements.define('x-box', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<b>Box: <slot></slot></b>'; }
  })</script>`,
  ],
  [
    'an element without a box of its own, far below',
    '<div style="height:3000px"></div><div id="t" style="display:contents"><p>One</p><p>Two</p></div>',
  ],
].map(([title = '', page = '']) => ({ title, page, actions: [on('click', T, HOPELESS), on('hover', T, HOPELESS)] }));

export const POINTER: readonly EngineCase[] = [
  {
    title: 'a click, a double and a right one on the same element',
    page: `<p id="t">One word</p>`,
    actions: [on('click', T), on('dblclick', T), on('rightClick', T), on('hover', T)],
  },
  {
    title: 'a double click that selects a word',
    page: '<p id="t" style="width:max-content">Supercalifragilistic</p>',
    actions: [on('dblclick', T)],
  },
  {
    title: 'a double click that removes its element at the first of its clicks',
    page: `<button id="t" onclick="this.remove()">Go</button>`,
    actions: [on('dblclick', T)],
  },
  {
    title: 'a double click with Shift held at a place of the element',
    page: wide,
    actions: [on('dblclick', T, { modifiers: ['Shift'], position: { x: 3, y: 100 } })],
  },
  {
    title: 'a right click whose menu the page shows itself',
    page: `<div id="t" style="width:200px;height:60px">Here</div><ul id="menu" hidden style="position:absolute"><li><button id="copy">Copy</button></ul>
      <script>document.getElementById('t').addEventListener('contextmenu', event => {
        event.preventDefault();
        const menu = document.getElementById('menu');
        menu.hidden = false;
        menu.style.left = event.clientX + 'px';
        menu.style.top = event.clientY + 'px';
      });</script>`,
    actions: [on('rightClick', T), on('click', "locator('#copy')")],
  },
  {
    title: 'a right click on what is disabled',
    page: '<button id="t" disabled>Go</button>',
    actions: [on('rightClick', T, HOPELESS)],
  },
  held(['Control']),
  held(['Shift']),
  held(['Alt']),
  held(['Meta']),
  held(['ControlOrMeta']),
  held(['Control', 'Shift', 'Alt']),
  {
    title: 'keys held for a hover and a right click, which are let go again',
    page: button,
    actions: [
      on('hover', T, { modifiers: ['Alt'] }),
      on('rightClick', T, { modifiers: ['Shift'] }),
      on('press', T, { key: 'a' }),
    ],
  },
  {
    title: 'places in an element: near its corners and on its edge',
    page: wide,
    actions: [
      on('click', T, { position: { x: 0, y: 0 } }),
      on('click', T, { position: { x: 220, y: 100 } }),
      on('hover', T, { position: { x: 1, y: 90 } }),
      on('rightClick', T, { position: { x: -3, y: 20 } }),
    ],
  },
  {
    title: 'a place that is outside of its element',
    page: wide,
    actions: [on('click', T, { ...HOPELESS, position: { x: 400, y: 20 } })],
  },
  {
    title: 'a place that is covered, while the middle is not',
    page: `<div style="position:relative">${wide}<div id="cover" style="position:absolute;left:0;top:0;width:40px;height:40px;background:red"></div></div>`,
    actions: [on('click', T, { ...IN_VAIN, position: { x: 10, y: 10 } }), on('click', T)],
  },
  {
    title: 'a place far down in a tall element',
    page: '<button id="t" style="width:200px;height:4000px">Go</button>',
    actions: [on('click', T, { position: { x: 20, y: 3500 } }), on('click', T)],
  },
  {
    title: 'a link of two lines whose middle is beside it',
    page: `<p style="width:300px">Some words before that take most of <a id="t" href="#there">the way, and a link</a> after that.</p>`,
    actions: [on('click', T)],
  },
  ...IN_LINES,
  {
    title: 'a click that goes to another page',
    page: link,
    actions: [on('click', T), { type: 'assert', matcher: 'toHaveTitle', expected: 'Next' }],
  },
  {
    title: 'a click on a link whose page cancels it',
    page: `<a id="t" href="/next" onclick="return false">Next</a>`,
    actions: [on('click', T), { type: 'assert', matcher: 'toHaveTitle', expected: 'Case' }],
  },
  {
    title: 'a click that removes its element when the button goes down',
    page: `${LOG}<button id="t" onmousedown="this.remove(); L('down')" onclick="L('click')">Go</button>`,
    actions: [on('click', T), logged('down')],
  },
  {
    title: 'a click on a part of a button that is drawn anew when it is pressed',
    page: `${LOG}<button onmousedown="this.innerHTML = this.innerHTML" onclick="L('click')"><b id="t">Go</b></button>`,
    actions: [on('click', T)],
  },
  {
    title: 'a click on what takes no pointer, in a label that does',
    page: `<label>Wifi <input id="i" type="checkbox" style="pointer-events:none"><span id="t" style="pointer-events:none">on</span></label>`,
    actions: [on('click', T, HOPELESS)],
  },
  {
    title: 'a box that is covered by its own label',
    page: `<style>label { position:relative } label span { position:absolute;inset:0;background:#eee } input { margin:0 }</style>
      <label><input id="t" type="checkbox"><span>On</span></label>`,
    actions: [on('check', T), on('click', T), on('check', T), on('uncheck', T)],
  },
  {
    title: 'a click that opens a dialog, which is answered',
    page: `${LOG}<button id="t" onclick="L(confirm('Sure?'))">Ask</button>`,
    actions: [{ type: 'dialog', accept: true }, on('click', T), on('click', T), logged('true|false')],
  },
  {
    title: 'elements of which there are two',
    page: '<button class="b">One</button><button class="b">Two</button>',
    actions: ['click', 'hover', 'dblclick'].map(type => on(type, "locator('.b')", IN_VAIN)),
  },
  {
    title: 'a drag of what the browser drags',
    page: `${LOG}<div id="t" draggable="true" style="width:80px;height:40px">Card</div><div id="bin" style="width:200px;height:100px;margin-top:80px">Bin</div>
      <script>document.getElementById('t').addEventListener('dragstart', event => event.dataTransfer.setData('text/plain', 'card'));
      const bin = document.getElementById('bin');
      bin.addEventListener('dragover', event => event.preventDefault());
      bin.addEventListener('drop', event => L(event.dataTransfer.getData('text/plain')));</script>`,
    actions: [on('drag', T, { target: "locator('#bin')" }), logged('card')],
  },
  {
    title: 'a drag by the pointer, from and to places of the elements',
    page: `${LOG}<div id="t" style="width:120px;height:40px;user-select:none">Handle</div><div id="there" style="width:400px;height:200px">There</div>
      <script>let start;
      document.getElementById('t').addEventListener('pointerdown', event => { start = event; });
      document.addEventListener('pointerup', event => { if (start) L([event.clientX - start.clientX, event.clientY - start.clientY].map(Math.round)); start = undefined; });</script>`,
    actions: [
      on('drag', T, { target: "locator('#there')", position: { x: 10, y: 10 }, targetPosition: { x: 300, y: 150 } }),
      on('click', "locator('#there')"),
    ],
  },
  {
    title: 'a drag by an offset, from the middle and from a place of the element',
    page: `${LOG}<div id="t" style="width:300px;height:100px;border:2px solid;user-select:none">Map</div>
      <script>let start;
      document.getElementById('t').addEventListener('pointerdown', event => { start = event; });
      document.addEventListener('pointerup', event => { if (start) L([event.clientX - start.clientX, event.clientY - start.clientY].map(Math.round)); start = undefined; });</script>`,
    actions: [
      on('drag', T, { offset: { x: 120, y: -5 } }),
      on('drag', T, { position: { x: 10, y: 10 }, offset: { x: 40, y: 250 } }),
      logged('120,-5|40,250'),
    ],
  },
  {
    title: 'a drag that selects text',
    page: '<span id="t">from here</span> over this <span id="there">to there</span>',
    actions: [on('drag', T, { target: "locator('#there')" })],
  },
  {
    title: 'a drag to what never comes',
    page: '<div id="t" style="width:80px;height:40px">Handle</div>',
    actions: [on('drag', T, { target: "locator('#none')", ...IN_VAIN }), on('click', T)],
  },
  {
    title: 'a drag in a frame',
    page: `<iframe src="/handle" style="width:500px;height:300px"></iframe>`,
    actions: [
      on('drag', "frameLocator('iframe').locator('#handle')", { target: "frameLocator('iframe').locator('#there')" }),
      noted('pointerup there'),
    ],
  },
];
