/** Frames of another site, which no script of the page sees into, and of no origin at all. */
import { type EngineCase, HOPELESS, holds, IN_VAIN, noted, on } from './engine-case.ts';

/** The same server by another name. */
const OTHER_SITE = `<script>document.write('<iframe id="f" src="http://localhost:' + location.port + '/form" style="margin:40px;border:5px solid;width:500px;height:260px"></iframe>')</script>`;
const NO_ORIGIN =
  '<iframe id="f" src="/form" sandbox="allow-scripts allow-forms" style="width:500px;height:260px"></iframe>';

const inside = (selector: string): string => `frameLocator('#f').locator('${selector}')`;

const inIt = (about: string, frame: string): EngineCase[] => [
  {
    title: `clicks in a frame ${about}`,
    page: frame,
    actions: [
      on('click', inside('#b')),
      on('dblclick', inside('#b')),
      on('rightClick', inside('#b'), { modifiers: ['Shift'] }),
      on('click', inside('#b'), { position: { x: 4, y: 4 } }),
      noted('count 2'),
    ],
  },
  {
    title: `fields in a frame ${about}`,
    page: frame,
    actions: [
      on('fill', inside('#field'), { value: 'new' }),
      on('press', inside('#field'), { key: 'End' }),
      { type: 'press', key: '!' },
      on('check', inside('#box')),
      on('select', inside('#list'), { values: ['B'] }),
      on('fill', inside('#date'), { value: '2026-02-28' }),
      holds('toHaveValue', { locator: inside('#field'), expected: 'new!' }),
      noted('change date'),
    ],
  },
  {
    title: `matchers in a frame ${about}`,
    page: frame,
    actions: [
      on('hover', inside('#late')),
      holds('toHaveText', { locator: inside('#late'), expected: 'hovered' }),
      holds('toBeVisible', { locator: inside('#b') }),
      holds('toHaveCount', { locator: inside('input'), expected: 3 }),
      holds('toHaveText', { locator: inside('#b'), expected: 'Other', ...IN_VAIN }),
      holds('toBeVisible', { locator: inside('#none'), ...IN_VAIN }),
    ],
  },
];

export const OTHER_ORIGINS: readonly EngineCase[] = [
  ...inIt('of another site', OTHER_SITE),
  ...inIt('of no origin', NO_ORIGIN),
  {
    title: 'a frame of another site that is far down, and what is far down in it',
    page: `<div style="height:2500px"></div>${OTHER_SITE}`,
    actions: [on('click', inside('#deep')), noted('click deep')],
  },
  {
    title: 'a frame of another site that is covered',
    page: `${OTHER_SITE}<div style="position:fixed;inset:0"></div>`,
    actions: [on('click', inside('#b'), IN_VAIN), on('fill', inside('#field'), { value: 'new' }), noted('input field')],
  },
  {
    title: 'a frame of another site in a frame',
    page: '<iframe src="/around" style="width:700px;height:500px"></iframe>',
    actions: [
      on('click', "frameLocator('iframe').frameLocator('#f').locator('#b')"),
      on('fill', "frameLocator('iframe').frameLocator('#f').locator('#field')", { value: 'new' }),
      noted('input field'),
    ],
  },
  {
    title: 'a frame that goes to another site and back',
    page: `<iframe id="f" src="/field"></iframe><button id="away" onclick="document.getElementById('f').src = 'http://localhost:' + location.port + '/form'">Away</button>
      <button id="back" onclick="document.getElementById('f').src = '/field'">Back</button>`,
    actions: [
      on('fill', inside('#field'), { value: 'one' }),
      on('click', '#away'),
      on('click', inside('#b')),
      on('click', '#back'),
      holds('toHaveValue', { locator: inside('#field'), expected: 'there' }),
      on('fill', inside('#field'), { value: 'two' }),
    ],
  },
  {
    title: 'a frame that is taken away by a click in it',
    page: `<iframe id="f" src="/field"></iframe><script>addEventListener('message', ({ data }) => data === 'go' && document.getElementById('f').remove())</script>`,
    actions: [
      on('click', inside('#leave')),
      holds('toBeHidden', { locator: '#f' }),
      on('click', inside('#leave'), HOPELESS),
    ],
  },
];

/** What is in those frames, by path. */
export const FRAME_PAGES: Record<string, string> = {
  '/form': `<button id="b">Go</button><input id="field"><input id="box" type="checkbox"><input id="date" type="date">
    <select id="list"><option>A<option>B</select><p id="late" onmouseenter="setTimeout(() => { this.textContent = 'hovered' }, 200)">Hover</p>
    <div style="height:1500px"></div><button id="deep">Deep</button>`,
  '/field': `<p>A field: <input id="field" value="there"></p><button id="leave" onclick="parent.postMessage('go', '*')">Leave</button>`,
  '/around': OTHER_SITE,
  '/ticked': '<input id="ticked" type="checkbox" checked>',
  '/date': '<label>Date <input type="date"></label>',
  '/handle': `<div id="handle" style="width:80px;height:40px;user-select:none">Handle</div><div id="there" style="width:300px;height:200px">There</div>`,
};
