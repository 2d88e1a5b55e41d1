/** Every command of Selenium IDE, and whole files as it writes them. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { type SideLine, side, variable } from '../../support/selenium-side.ts';
import { openShop } from '../../support/shop.ts';

type Imported = Awaited<ReturnType<typeof imported>>[number];

/** The actions as words; what was left out says so. */
const told = ({ actions }: Pick<Imported, 'actions'>): string =>
  actions
    .map(({ type, disabled, comment, matcher, not, from, onFailure }) =>
      disabled === true && comment !== undefined
        ? 'LEFT OUT'
        : [type, from, matcher, not === true ? 'not' : '', onFailure].filter(Boolean).join(' '),
    )
    .join(', ');

const ELEMENT = 'id=one';

/** What checks come to, as assertions and as verifications. */
const CHECKS: readonly (readonly [name: string, target: string, value: string, becomes: string])[] = [
  ['', 'total', '5', 'toPassScript'],
  ['Checked', ELEMENT, '', 'toBeChecked'],
  ['NotChecked', ELEMENT, '', 'toBeChecked not'],
  ['Editable', ELEMENT, '', 'toBeEditable'],
  ['NotEditable', ELEMENT, '', 'toBeEditable not'],
  ['ElementPresent', ELEMENT, '', 'toHaveCount not'],
  ['ElementNotPresent', ELEMENT, '', 'toHaveCount'],
  ['SelectedValue', ELEMENT, 'l', 'toHaveValue'],
  ['NotSelectedValue', ELEMENT, 'l', 'toHaveValue not'],
  ['SelectedLabel', ELEMENT, 'Large', 'toHaveText'],
  ['NotSelectedLabel', ELEMENT, 'Large', 'toHaveText not'],
  ['Text', ELEMENT, 'Hello', 'toHaveText'],
  ['NotText', ELEMENT, 'Hello', 'toHaveText not'],
  ['Title', 'Shop', '', 'toHaveTitle'],
  ['Value', ELEMENT, 'x', 'toHaveValue'],
  ['NotValue', ELEMENT, 'x', 'toHaveValue not'],
];

/** Commands as they stand alone; blocks and dialogs with what belongs to them. */
const COMMANDS: readonly (readonly [lines: readonly SideLine[], becomes: string])[] = [
  [[['open', '/x']], 'visit'],
  [[['click', ELEMENT]], 'click'],
  [[['clickAt', ELEMENT, '1,2']], 'click'],
  [[['doubleClick', ELEMENT]], 'dblclick'],
  [[['doubleClickAt', ELEMENT, '1,2']], 'dblclick'],
  [[['check', ELEMENT]], 'check'],
  [[['uncheck', ELEMENT]], 'uncheck'],
  [[['type', ELEMENT, 'x']], 'fill'],
  [[['type', ELEMENT, '/home/ann/a.png']], 'LEFT OUT'],
  [[['editContent', ELEMENT, 'x']], 'fill'],
  [[['sendKeys', ELEMENT, `x${variable('KEY_ENTER')}`]], 'fill, press'],
  [[['sendKeys', ELEMENT, variable('KEY_MOON')]], 'LEFT OUT'],
  [[['sendKeys', ELEMENT, '/home/ann/a.png']], 'LEFT OUT'],
  [[['select', ELEMENT, 'label=Large']], 'select'],
  [[['select', ELEMENT, 'id=large']], 'extract text, select'],
  [[['select', ELEMENT, 'index=last']], 'LEFT OUT'],
  [[['addSelection', ELEMENT, 'Red']], 'select'],
  [[['removeSelection', ELEMENT, 'Red']], 'LEFT OUT'],
  [[['mouseOver', ELEMENT]], 'hover'],
  [[['mouseOut', ELEMENT]], 'hover'],
  [[['mouseMoveAt', ELEMENT, '1,2']], 'hover'],
  [[['mouseDown', ELEMENT]], 'LEFT OUT'],
  [[['mouseUp', ELEMENT]], 'LEFT OUT'],
  [
    [
      ['mouseDown', ELEMENT],
      ['mouseUp', 'id=two'],
    ],
    'drag',
  ],
  [
    [
      ['mouseDownAt', ELEMENT, '1,2'],
      ['mouseUpAt', ELEMENT, '1,2'],
    ],
    'click',
  ],
  [[['dragAndDropToObject', ELEMENT, 'id=two']], 'drag'],
  [[['submit', ELEMENT]], 'click'],
  [[['close']], 'closeTab'],
  [[['echo', 'x']], 'comment'],
  [[['debugger']], 'pause'],
  [[['pause', '500']], 'wait'],
  [[['pause', variable('ms')]], 'wait'],
  [[['pause', 'soon']], 'LEFT OUT'],
  [[['setSpeed', '100']], ''],
  [[['setWindowSize', '800x600']], 'emulate'],
  [[['setWindowSize', 'wide']], 'LEFT OUT'],
  [[['run', 'Nothing']], 'LEFT OUT'],
  [[['run', 'Basket']], 'LEFT OUT'],
  [[['runScript', 'window.x = 1']], 'script'],
  [[['executeScript', `return ${variable('n')}`, 'x']], 'wait, script'],
  [[['executeAsyncScript', 'return fetch("/x")', 'x']], 'script'],
  [
    [
      ['selectFrame', 'index=0'],
      ['executeScript', 'return document.title', 'x'],
    ],
    'LEFT OUT',
  ],
  [[['store', 'x', 'y']], 'script'],
  [[['storeJson', `{"a": "b ${variable('n')}"}`, 'y']], 'wait, script'],
  [[['storeText', ELEMENT, 'x']], 'extract text'],
  [[['storeText', ELEMENT]], 'LEFT OUT'],
  [[['storeValue', ELEMENT, 'x']], 'extract value'],
  [[['storeTitle', 'x']], 'extract title'],
  [[['storeAttribute', 'css=a@href', 'x']], 'extract attribute'],
  [[['storeXpathCount', '//tr', 'x']], 'extract count'],
  [[['storeElementCount', 'css=tr', 'x']], 'extract count'],
  [
    [
      ['storeWindowHandle', 'root'],
      ['selectWindow', `handle=${variable('root')}`],
    ],
    '',
  ],
  [[['selectWindow', 'handle=unknown']], 'LEFT OUT'],
  [
    [
      ['selectFrame', 'relative=parent'],
      ['selectFrame', 'relative=top'],
    ],
    '',
  ],
  [[['selectFrame', 'jquery=iframe']], 'LEFT OUT'],
  [[['click', ELEMENT], ['assertAlert', 'x'], ['acceptAlert']], 'dialog, click'],
  [[['chooseOkOnNextConfirmation'], ['click', ELEMENT], ['assertConfirmation', 'x']], 'dialog, click'],
  [[['chooseCancelOnNextConfirmation'], ['click', ELEMENT]], 'dialog, click'],
  [
    [
      ['answerOnNextPrompt', 'Ann'],
      ['click', ELEMENT],
      ['assertPrompt', 'x'],
    ],
    'dialog, click',
  ],
  [[['chooseCancelOnNextPrompt'], ['click', ELEMENT]], 'dialog, click'],
  ...[
    'webdriverChooseOkOnVisibleConfirmation',
    'webdriverChooseCancelOnVisibleConfirmation',
    'webdriverChooseCancelOnVisiblePrompt',
    'webdriverAnswerOnVisiblePrompt',
    'acceptConfirmation',
    'dismissConfirmation',
    'answerPrompt',
    'dismissPrompt',
  ].map(command => [[['click', ELEMENT], [command]], 'dialog, click'] as const),
  [[['waitForElementPresent', ELEMENT, '500']], 'assert toHaveCount not'],
  [[['waitForElementNotPresent', ELEMENT, '500']], 'assert toHaveCount'],
  [[['waitForElementVisible', ELEMENT, '500']], 'wait'],
  [[['waitForElementNotVisible', ELEMENT, '500']], 'wait'],
  [[['waitForElementEditable', ELEMENT, '500']], 'assert toBeEditable'],
  [[['waitForElementNotEditable', ELEMENT, '500']], 'assert toBeEditable not'],
  [[['waitForText', ELEMENT, 'x']], 'assert toHaveText'],
  [
    [['if', `${variable('n')} > 1`], ['elseIf', 'document.title'], ['else'], ['end']],
    'if, else, if toPassScript, else, end, end',
  ],
  [[['if', `${variable('n')}.includes("x")`], ['end']], 'wait, if toPassScript, end'],
  [[['while', `${variable('n')} < 3`], ['end']], 'loop, end'],
  [[['while', 'document.title'], ['end']], 'LEFT OUT, loop, end'],
  [[['times', '2'], ['end']], 'loop, end'],
  [[['forEach', 'rows', 'row'], ['end']], 'loop, end'],
  [[['do'], ['click', ELEMENT], ['repeatIf', `${variable('n')} < 3`]], 'click, loop, click, end'],
  [[['do'], ['click', ELEMENT], ['repeatIf', 'document.title']], 'click, LEFT OUT'],
  [[['repeatIf', 'true']], 'LEFT OUT'],
  [[['//click', ELEMENT]], 'comment'],
  [[['dragAndDrop', ELEMENT, '+1,+1']], 'drag'],
  [[['dragAndDrop', ELEMENT, 'far']], 'LEFT OUT'],
  [[['eyesCheckWindow', 'x']], 'LEFT OUT'],
];

test('each command of Selenium IDE becomes what it does there, or is left out and named', async () => {
  await using shop = await openShop();
  const checks = CHECKS.flatMap(([name, target, value, becomes]): [readonly SideLine[], string][] => [
    [[[`assert${name}`, target, value]], `assert ${becomes}`],
    [[[`verify${name}`, target, value]], `assert ${becomes} continue`],
  ]);
  const rows = [...COMMANDS, ...checks];
  const project = side();
  const [first] = project.tests;
  const tests = rows.map(([lines]) => ({ ...first, commands: side(...lines).tests[0]?.commands }));
  const made = await imported(shop.author, 'selenium-side', { ...project, tests });
  const found = made.map((one, at) => [rows[at]?.[0].map(line => line.join(' | ')).join('; '), told(one)]);
  expect(found).toEqual(rows.map(([lines, becomes]) => [lines.map(line => line.join(' | ')).join('; '), becomes]));
  for (const { actions, notes } of made) {
    const count = actions.filter(({ disabled, comment }) => disabled === true && comment !== undefined).length;
    expect(notes.length).toBeGreaterThanOrEqual(count);
  }
});

const FILES: Readonly<Record<string, readonly { name: string; becomes: string; leftOut: readonly string[] }[]>> = {
  shop: [
    { name: 'Sign in', becomes: 'visit, emulate, fill, fill, press, comment, wait, assert toHaveText', leftOut: [] },
    {
      name: 'Order',
      becomes:
        'group, visit, emulate, fill, fill, press, comment, wait, assert toHaveText, end, visit, click, select, extract text, select, extract text, select, select, extract text, if, comment, else, click, end, assert toHaveText, assert toHaveTitle continue, closeTab',
      leftOut: [],
    },
  ],
  loops: [
    {
      name: 'Loops',
      becomes:
        'visit, script, loop, wait, script, end, loop, click, end, script, loop, fill, end, click, extract count, loop, click, extract count, end, script, assert toPassScript, LEFT OUT, loop, wait, end, wait, if toPassScript, else, if, else, end, end',
      leftOut: ['while | document.readyState === "loading"'],
    },
  ],
  windows: [
    {
      name: 'Windows',
      becomes:
        'visit, click, assert toHaveTitle, closeTab, switchTab, click, fill, LEFT OUT, click, visit, click, LEFT OUT, LEFT OUT',
      leftOut: [
        'executeScript | return document.title | title',
        'selectFrame | index=0\\..',
        'selectWindow | name=popup',
      ],
    },
  ],
  dialogs: [
    {
      name: 'Dialogs',
      becomes: 'visit, dialog, click, dialog, click, dialog, click, dialog, click, dialog, click',
      leftOut: [],
    },
  ],
  mouse: [
    {
      name: 'Mouse',
      becomes:
        'visit, hover, hover, drag, drag, click, dblclick, fill, fill, press, press, LEFT OUT, assert toBeEditable not, LEFT OUT, drag, click, LEFT OUT',
      leftOut: ['sendKeys | id=file | /home/ann/photo.png', 'mouseDown | id=stuck', 'eyesCheckWindow | Map'],
    },
  ],
};

test.each(Object.entries(FILES))(
  'the file %s.side is imported whole, and what it lacks is named',
  async (file, tests) => {
    await using shop = await openShop();
    const text = await readFile(new URL(`exchanged/side/${file}.side`, import.meta.url), 'utf8');
    const made = await imported(shop.author, 'selenium-side', text);
    expect(
      made.map(one => ({
        name: one.name,
        becomes: told(one),
        leftOut: one.actions.flatMap(({ disabled, comment, text }) =>
          disabled === true && comment !== undefined ? [String(text)] : [],
        ),
      })),
    ).toEqual(tests);
  },
);
