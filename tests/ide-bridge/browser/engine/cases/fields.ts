/** What is typed, chosen, ticked and uploaded; and dates, times and the like. */
import { type EngineCase, HOPELESS, holds, IN_VAIN, LOG, logged, on, T } from './engine-case.ts';

const type = (value: string, fields: object = {}) => on('fill', T, { value, ...fields });
const choose = (values: readonly string[], fields: object = {}) => on('select', T, { values, ...fields });

const input = (attributes: string) => `<input id="t" ${attributes}><button id="b">Other</button>`;
const leave = on('click', "locator('#b')");

const TYPED: readonly EngineCase[] = [
  {
    title: 'a text in the place of another, then none',
    page: input('value="old"'),
    actions: [type('new'), type(''), type('last'), leave],
  },
  {
    title: 'lines in a text area, and a text of other letters',
    page: '<textarea id="t">old</textarea>',
    actions: [type('one\ntwo'), type('Grüße, 你好 👋')],
  },
  {
    title: 'a text typed key by key behind what is there',
    page: input('value="one"'),
    actions: [type(' Two!', { keyByKey: true }), leave],
  },
  {
    title: 'a text that is pasted behind what is there, and one that the page takes',
    page: `${LOG}${input('value="one"')}<input id="own"><script>document.getElementById('own').addEventListener('paste', event => {
      event.preventDefault();
      L(event.clipboardData.getData('text'));
    });</script>`,
    actions: [
      on('paste', T, { value: ' two' }),
      holds('toHaveValue', { locator: T, expected: 'one two' }),
      on('paste', "locator('#own')", { value: 'three' }),
      logged('three'),
    ],
  },
  {
    title: 'numbers that fit and a word that does not',
    page: input('type="number"'),
    actions: [type('42'), type('-0.5'), type('many', IN_VAIN), leave],
  },
  {
    title: 'fields of each kind that takes a text',
    page: ['text', 'search', 'tel', 'url', 'email', 'password']
      .map(kind => `<input id="${kind}" type="${kind}" aria-label="${kind}">`)
      .join(''),
    actions: ['text', 'search', 'tel', 'url', 'email', 'password'].map(kind =>
      on('fill', `getByLabel('${kind}')`, { value: `${kind} 1` }),
    ),
  },
  {
    title: 'a text for what takes none: a box, a button, a list and a paragraph',
    page: '<input id="box" type="checkbox"><button id="b">Go</button><select id="list"><option>A</select><p id="p">Text</p>',
    actions: ['#box', '#b', '#list', '#p'].map(locator => on('fill', locator, { value: 'x', ...IN_VAIN })),
  },
  {
    title: 'a text for a field that is read-only',
    page: input('readonly value="as it is"'),
    actions: [type('x', HOPELESS)],
  },
  {
    title: 'a text for a label, which stands for its field',
    page: '<label id="t">Name <input id="i"></label>',
    actions: [type('Ann')],
  },
  {
    title: 'a field that writes in capitals, and one that takes digits alone',
    page: `${input('oninput="this.value = this.value.toUpperCase()"')}<input id="digits" onbeforeinput="if (/\\D/.test(event.data ?? '')) event.preventDefault()">`,
    actions: [type('abc'), on('fill', '#digits', { value: 'a1' }), on('fill', '#digits', { value: '12' })],
  },
  {
    title: 'a field that is made anew when it gets the focus',
    page: `<p id="place"></p><script>let made = 0; const make = () => {
        document.getElementById('place').innerHTML = '<input id="t"' + (made++ < 2 ? ' onfocus="make()"' : '') + '>';
      };
      make();</script>`,
    actions: [type('text', IN_VAIN)],
  },
  {
    title: 'a field whose page goes elsewhere at the first text',
    page: input(`oninput="location.href = '/next'"`),
    actions: [type('x'), holds('toHaveTitle', { expected: 'Next' })],
  },
  {
    title: 'a field that asks about its text',
    page: LOG + input('oninput="L(confirm(this.value))"'),
    actions: [{ type: 'dialog', accept: true }, type('x'), type('y'), logged('true|false')],
  },
];

const CHOSEN: readonly EngineCase[] = [
  {
    title: 'options by value and by label, the same one twice',
    page: `${LOG}<select id="t" onchange="L(this.value)"><option value="r">Red<option value="g">Green</select>`,
    actions: [choose(['Green']), choose(['r']), choose(['r'])],
  },
  {
    title: 'several options of a list that takes several, then fewer',
    page: '<select id="t" multiple><option>S<option selected>M<option>L</select>',
    actions: [choose(['S', 'L']), choose(['M'])],
  },
  {
    title: 'options that come late, and one that never comes',
    page: `<select id="t" aria-label="List"><option>A</select><script>setTimeout(() => document.getElementById('t').add(new Option('B')), 400)</script>`,
    actions: [choose(['B']), choose(['C'], HOPELESS)],
  },
  {
    title: 'two options of a list that takes one',
    page: '<select id="t"><option>A<option>B</select>',
    actions: [choose(['A', 'B'], HOPELESS)],
  },
  {
    title: 'an option chosen in what is no list, and clicked in one',
    page: '<button id="t">Go</button><select><option id="o">A<option>B</select>',
    actions: [choose(['A'], IN_VAIN), on('click', '#o', HOPELESS)],
  },
  {
    title: 'a list whose page goes elsewhere once it is chosen from',
    page: `<select id="t" onchange="location.href = '/next'"><option>A<option>B</select>`,
    actions: [choose(['B']), holds('toHaveTitle', { expected: 'Next' })],
  },
  {
    title: 'boxes ticked, ticked again and unticked',
    page: '<input id="t" type="checkbox"><label><input id="news" type="checkbox" checked> News</label>',
    actions: [on('check', T), on('check', T), on('uncheck', T), on('uncheck', "getByLabel('News')")],
  },
  {
    title: 'a radio button that is ticked, and cannot be unticked',
    page: '<input id="one" type="radio" name="r" checked><input id="t" type="radio" name="r">',
    actions: [on('check', T), on('uncheck', T, HOPELESS)],
  },
  {
    title: 'a switch that the page draws, ticked and unticked',
    page: `<div id="t" role="switch" tabindex="0" aria-checked="false" onclick="this.ariaChecked = this.ariaChecked !== 'true'">Wifi</div>`,
    actions: [on('check', T), on('uncheck', T)],
  },
  {
    title: 'a box that cannot be ticked: a button, and one that the page unticks',
    page: `<button id="b">Go</button><input id="t" type="checkbox" onclick="setTimeout(() => { this.checked = false }); return false">`,
    actions: [on('check', '#b', IN_VAIN), on('check', T, HOPELESS)],
  },
  {
    title: 'a box whose list is drawn anew when it is ticked',
    page: `<p id="list"></p><script>const draw = done => { document.getElementById('list').innerHTML = '<input id="t" type="checkbox"' + (done ? ' checked' : '') + ' onclick="draw(this.checked)">'; }; draw();</script>`,
    actions: [on('check', T), on('uncheck', T)],
  },
  {
    title: 'a box in a frame that is hidden and is ticked already',
    page: '<iframe src="/ticked" style="display:none"></iframe>',
    actions: [on('check', "frameLocator('iframe').locator('#ticked')", HOPELESS)],
  },
  {
    title: 'files given to a field, to a hidden one, and to what opens a file chooser',
    page: `${LOG}<input id="t" type="file" multiple onchange="L(Array.from(this.files, file => file.name))"><input id="hidden" type="file" style="display:none" onchange="L(this.files[0].name)">
      <button id="b" onclick="document.getElementById('hidden').click()">Choose</button>`,
    actions: [
      on('upload', T, { files: ['one.txt', 'two.txt'] }),
      on('upload', '#hidden', { files: ['one.txt'] }),
      on('upload', '#b', { files: ['two.txt'] }),
      logged('one.txt,two.txt|one.txt|two.txt'),
    ],
  },
  {
    title: 'files given to what takes none, and two to what takes one',
    page: '<button id="t">Go</button><input id="one" type="file">',
    actions: [
      on('upload', '#one', { files: ['one.txt', 'two.txt'], ...IN_VAIN }),
      on('upload', T, { files: ['one.txt'], ...HOPELESS }),
    ],
  },
];

/** A kind of field, a value that it takes, and one that it does not. */
const DATED = [
  ['date', '2026-02-28', '28.02.2026'],
  ['time', '07:05', '7 o’clock'],
  ['month', '2026-03', '2026-13'],
  ['week', '2026-W09', '2026-W60'],
  ['datetime-local', '2026-02-28T07:05', '2026-02-28'],
  ['color', '#ff00aa', 'pink'],
  ['range', '50', '500'],
] as const;

const DATES: readonly EngineCase[] = [
  ...DATED.map(([kind, good, bad]) => ({
    title: `a field of the type ${kind}, with a value that it takes, one that it does not, and none`,
    page: input(`type="${kind}"`),
    actions: [type(good), type(bad, IN_VAIN), type('', IN_VAIN), leave],
  })),
  {
    title: 'a time with seconds, a date beyond its limits, and a day that there is not',
    page: `<input id="time" type="time" step="1"><input id="t" type="date" min="2026-01-01" max="2026-12-31">`,
    actions: [on('fill', '#time', { value: '07:05:09' }), type('2030-01-01'), type('2026-02-31', IN_VAIN)],
  },
  {
    title: 'a date and a time typed key by key',
    page: '<input id="t" type="date"><input id="time" type="time">',
    actions: [type('02282026', { keyByKey: true }), on('fill', '#time', { value: '0705AM', keyByKey: true })],
  },
  {
    title: 'keys in the parts of a date',
    page: '<input id="t" type="date" value="2026-02-28">',
    actions: [
      on('press', T, { key: 'ArrowUp' }),
      { type: 'press', key: 'Tab ArrowDown' },
      { type: 'press', key: 'Backspace' },
    ],
  },
  {
    title: 'a date in a frame and in a label, spaces around it',
    page: '<iframe src="/date"></iframe><label id="t">Born <input type="date" id="born"></label>',
    actions: [on('fill', "frameLocator('iframe').getByLabel('Date')", { value: '2026-02-28' }), type(' 2026-02-28 ')],
  },
];

export const FIELDS: Record<string, readonly EngineCase[]> = {
  'a field that is typed into': TYPED,
  'what is chosen, ticked and uploaded': CHOSEN,
  'a date, a time and the like': DATES,
};
