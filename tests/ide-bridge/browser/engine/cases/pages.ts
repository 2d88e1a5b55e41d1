/** Whole pages of a kind that engines have failed on, each from a file of its name, and what is done there. */
import { readFileSync } from 'node:fs';
import { type EngineCase, HOPELESS, holds, logged, on } from './engine-case.ts';

const FOLDER = new URL('../../../../fixtures/engine-cases/', import.meta.url);

const I = "locator('#i')";
const go = on('click', "getByRole('button', { name: 'Go', exact: true })");
const fill = (locator: string, value: string) => on('fill', locator, { value });

type PageRow = readonly [file: string, title: string, ...actions: EngineCase['actions']];

const ROWS: readonly PageRow[] = [
  ['rotate3d', 'a button that is turned in space', go, logged('go')],
  ['scrollsnap', 'a button between the places at which its box comes to rest', go, logged('go')],
  ['belowsticky', 'a button that the page has scrolled just below its head', go, logged('go')],
  [
    'popover',
    'a button in what another one lets pop up',
    on('click', "getByRole('button', { name: 'Open' })"),
    on('click', "getByRole('button', { name: 'Inside' })"),
    logged('in'),
  ],
  ['detachback', 'a button that is put back after a while', go, logged('go')],
  [
    'delegates',
    'an element that passes its focus on to the field in it',
    on('click', "locator('#x')"),
    { type: 'press', key: 'a' },
    { type: 'press', key: 'b' },
    logged('a|ab'),
  ],
  ['cefill', 'an editable paragraph with bold text, typed over', fill(I, 'New'), logged('<p>New</p>')],
  ['plaintextonly', 'editable text without any markup', fill(I, 'neu'), logged('neu')],
  [
    'datekinds',
    'a field of each kind of date, a colour and a range',
    fill("getByLabel('date', { exact: true })", '2026-02-28'),
    fill("getByLabel('month')", '2026-03'),
    fill("getByLabel('week')", '2026-W09'),
    fill("getByLabel('time', { exact: true })", '07:05'),
    fill("getByLabel('datetime-local')", '2026-02-28T07:05'),
    fill("getByLabel('color')", '#FF00aa'),
    fill("getByLabel('range')", '5'),
    logged('2026-02-28|2026-03|2026-W09|07:05|2026-02-28T07:05|#ff00aa|5'),
  ],
  ['baddate', 'a date on which there is no day', { ...fill(I, '2026-02-31'), ...HOPELESS }],
  ['numexp', 'a number with an exponent', fill(I, '-1e5'), { type: 'press', key: 'Tab' }, logged('i-1e5|-1e5')],
  ['optgroup', 'an option in a group that is enabled late', on('select', I, { values: ['Two'] }), logged('2')],
  ['multisel', 'options of which two have the same value', on('select', I, { values: ['B', 'C'] }), logged('i|B,C')],
  ['labelselect', 'a list by the label around it', on('select', "locator('#l')", { values: ['B'] }), logged('B')],
  ['checknochange', 'a box that does not let itself be ticked', on('check', I, HOPELESS)],
  ['checkindet', 'a box that the page draws, and is half ticked', on('check', I), logged('c')],
  [
    'dndnodrop',
    'a card dragged to where nothing may be dropped',
    on('drag', "locator('#a')", { target: "locator('#z')" }),
    logged('end none'),
  ],
  [
    'hoverdelay',
    'a menu that opens some time after it is hovered',
    on('hover', "locator('#m')"),
    on('click', "getByRole('button', { name: 'Sub' })"),
    logged('sub'),
  ],
  [
    'modclick',
    'a link clicked with two keys held',
    on('click', "getByRole('link')", { modifiers: ['Control', 'Shift'] }),
    logged('true,true,false,1'),
  ],
  [
    'poslarge',
    'a place in a button that is larger than the window',
    on('click', "getByRole('button', { name: 'Go', exact: true })", { position: { x: 2900, y: 2800 } }),
    holds('toContainText', { locator: '#log', expected: ',2' }),
  ],
  ['rafstarve', 'a page that hardly draws at all', go, logged('go')],
  [
    'protobroken',
    'a page that has put its own functions in the place of those of browsers',
    go,
    fill(I, 'q'),
    logged('go|q'),
  ],
  [
    'contentscheck',
    'an element that is nothing but its content',
    { ...on('click', "locator('#d')"), ...HOPELESS },
    logged('go'),
  ],
  ['cvhidden', 'a button whose surroundings are not drawn for a while', go, logged('go')],
  ['untilfound', 'a button hidden until it is found', go, logged('go')],
  ['svgtarget', 'a thin line of a drawing', on('click', "locator('#p')"), logged('p')],
  ['alertclick', 'a click that opens an alert', go, logged('go')],
  [
    'keysshift',
    'chords whose keys are noted one by one',
    on('press', I, { key: 'Shift+a' }),
    on('press', I, { key: 'Control+ArrowLeft' }),
    on('press', I, { key: 'Shift+Digit1' }),
    logged('ShiftShiftLeftS|aKeyAS|ControlControlLeft|ArrowLeftArrowLeft|ShiftShiftLeftS|!Digit1S'),
  ],
  [
    'maxlen2',
    'a field that takes three characters, typed key by key',
    on('fill', I, { value: 'abcdef', keyByKey: true }),
    logged('a|ab|abc'),
  ],
  ['focustrap', 'a field that gives its focus to another one', fill(I, 'x')],
  ['innerlabel', 'a label in a button, which takes no pointer', on('click', "getByText('Text')"), logged('go')],
  ['transitioncover', 'a cover that slides away', go, logged('go')],
  ['lazyscroll', 'what is loaded once the page is scrolled to its end', on('scroll', "locator('#m')"), go, logged('1')],
  ['areatab', 'a button far off in a box that reads from the right', go, logged('go')],
  ['rightclick', 'a right click, then a click', on('rightClick', I), on('click', I), logged('cm2|click')],
  ['disabledlate', 'a button that is disabled for a while once it is hovered', go],
  [
    'visopacity',
    'what has no colour, and what has no size',
    holds('toBeVisible', { locator: "locator('#p')" }),
    holds('toBeHidden', { locator: "locator('#q')" }),
  ],
  ['rolehidden', 'one of two buttons, of which the other is hidden from assistive technology', go, logged('go')],
];

export const PAGES: readonly EngineCase[] = ROWS.map(([file, title, ...actions]) => ({
  title,
  page: readFileSync(new URL(`${file}.html`, FOLDER), 'utf8'),
  actions,
}));
