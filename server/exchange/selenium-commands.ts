/** The documented commands of Selenium IDE. */

import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import {
  check,
  choose,
  computed,
  deed,
  expectedText,
  locatorOf,
  NOT,
  onElement,
  type Place,
  type SideCommand,
  sendKeys,
  wait,
  withoutFallbacks,
  wordsOf,
} from './selenium-elements.ts';

/** JavaScript of a condition as an expression, where it is simple enough; undefined elsewhere. */
function conditionOf(code: string): string | undefined {
  const expression = code
    .replace(/(["'])\$\{(\w+)\}\1/g, '$2')
    .replace(/\$\{(\w+)\}/g, '$1')
    .replace(/===?/g, '=')
    .replace(/!==?/g, '!=')
    .replaceAll('&&', ' and ')
    .replaceAll('||', ' or ')
    .replace(/!\s*(\w+)/g, '$not($1)')
    .trim();
  if (/\b(?:function|return|new|document|window|typeof)\b|=>|\.\w+\(/.test(expression)) return undefined;
  return expression !== '' && syntaxCheck.expression(expression) === undefined ? expression : undefined;
}

const isTrueInPage = (code: string): ActionDraft => ({ type: 'if', matcher: 'toPassScript', expected: computed(code) });

function openIf({ target }: SideCommand): ActionDraft[] {
  const condition = conditionOf(target);
  return [condition === undefined ? isTrueInPage(target) : { type: 'if', condition }];
}

/** Selenium closes a chain of `else if` with one `end`; ours nest. */
function elseIf(command: SideCommand, place: Place): ActionDraft[] {
  place.rounds.push('else if');
  return [{ type: 'else' }, ...openIf(command)];
}

export /** What opens a block that an `end` closes. */
function opens(make: (command: SideCommand, place: Place) => ActionDraft[]) {
  return (command: SideCommand, place: Place): ActionDraft[] => {
    place.rounds.push(undefined);
    return make(command, place);
  };
}

/** What follows is done once, and again by `repeat if`. */
function beginBody(_command: SideCommand, { bodies, actions }: Place): ActionDraft[] {
  bodies.push({ actions, from: actions.length });
  return [];
}

function end(_command: SideCommand, place: Place): ActionDraft[] {
  const drafts: ActionDraft[] = [{ type: 'end' }];
  while (place.rounds.pop() === 'else if') drafts.push({ type: 'end' });
  return drafts;
}

function loopWhile(command: SideCommand, place: Place): ActionDraft[] {
  const condition = conditionOf(command.target);
  if (condition !== undefined) return [{ type: 'loop', while: condition }];
  place.notes.push(`“${wordsOf(command)}” runs once: its condition is no expression.`);
  return [{ type: 'loop', times: '1', comment: `Was: while ${command.target}` }];
}

function repeatIf(command: SideCommand, place: Place): ActionDraft[] {
  const body = place.bodies.pop();
  const condition = conditionOf(command.target);
  if (body === undefined) return [leftOut(wordsOf(command), 'There is no “do” before it.')];
  if (condition === undefined)
    return [leftOut(wordsOf(command), 'Its condition is no expression; what it repeats runs once.')];
  return [{ type: 'loop', while: condition }, ...body.actions.slice(body.from), { type: 'end' }];
}

function selectFrame({ target, command }: SideCommand, place: Place): ActionDraft[] {
  const index = /^index=(\d+)$/.exec(target)?.[1];
  if (target === 'relative=parent') place.frames = place.frames.slice(0, -1);
  else if (target === 'relative=top') place.frames = [];
  else if (index !== undefined) place.frames = [...place.frames, `locator('iframe').nth(${index}).contentFrame()`];
  else {
    const found = locatorOf(target, { ...place, frames: [] });
    if (found === undefined) return [leftOut(`${command} | ${target}`, 'The frame cannot be found by a locator.')];
    place.frames = [...place.frames, `${found}.contentFrame()`];
  }
  return [];
}

function selectWindow(command: SideCommand, place: Place): ActionDraft[] {
  place.frames = [];
  const [, kind = '', text = ''] = /^(handle|name|title|win_ser_|index)=?(.*)$/.exec(command.target) ?? [];
  if (kind === 'title') return [{ type: 'switchTab', tab: computed(text) }];
  if (kind === 'win_ser_' || kind === 'index') return [{ type: 'switchTab', tab: text === 'local' ? '0' : text }];
  // A tab that was just opened is the current one already.
  return [
    leftOut(wordsOf(command), 'Tabs that a page opens come to the front by themselves; “Go to tab” goes to others.'),
  ];
}

const store =
  (from: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: Place) =>
    onElement(command, place, { type: 'extract', from, into: command.value, ...more(command) });

/** `css=a@href`: an element and its attribute. */
const splitAttribute = (target: string) => {
  const at = target.lastIndexOf('@');
  return { element: target.slice(0, at), attribute: target.slice(at + 1) };
};

const script = ({ target, value }: SideCommand): ActionDraft[] => {
  const code = target.replace(/\$\{(\w+)\}/g, '$1');
  if (code !== target)
    return [leftOut(target, 'A script of ours does not see variables: pass what it needs by the page.')];
  return [{ type: 'script', code, ...(value === '' ? {} : { into: value }) }];
};

const dialog =
  (accept: boolean) =>
  ({ target }: SideCommand): ActionDraft[] => [
    { type: 'dialog', accept, ...(accept && target !== '' ? { text: computed(target) } : {}) },
  ];

/** After the action that opened the dialog, where ours come before. */
const dialogBefore =
  (accept: boolean) =>
  (command: SideCommand, place: Place): ActionDraft[] => {
    const last = place.actions.findLastIndex(
      ({ type, disabled }) => !disabled && (type === 'click' || type === 'press'),
    );
    place.actions.splice(
      last < 0 ? place.actions.length : last,
      0,
      ...dialog(accept)({ ...command, target: command.value || command.target }),
    );
    return [];
  };

const nothing = () => [];
const unable = (reason: string) => (command: SideCommand) => [leftOut(wordsOf(command), reason)];

type Convert = (command: SideCommand, place: Place) => ActionDraft[];

/** Those with an assertion and a verification: the second goes on when it fails. */
const CHECKS: Readonly<Record<string, Convert>> = {
  Checked: check('toBeChecked'),
  NotChecked: check('toBeChecked', () => NOT),
  Editable: check('toBeEditable'),
  NotEditable: check('toBeEditable', () => NOT),
  ElementPresent: (command, place) =>
    onElement(command, place, { type: 'assert', matcher: 'toHaveCount', expected: '0', not: true }).map(
      withoutFallbacks,
    ),
  ElementNotPresent: check('toHaveCount', () => ({ expected: '0' })),
  Text: check('toHaveText', ({ value }) => ({ expected: expectedText(value) })),
  NotText: check('toHaveText', ({ value }) => ({ expected: expectedText(value), not: true })),
  Value: check('toHaveValue', ({ value }) => ({ expected: expectedText(value) })),
  SelectedValue: check('toHaveValue', ({ value }) => ({ expected: expectedText(value) })),
  NotSelectedValue: check('toHaveValue', ({ value }) => ({ expected: expectedText(value), not: true })),
  SelectedLabel: (command, place) => {
    const draft = onElement({ ...command, targets: [] }, place, {
      type: 'assert',
      matcher: 'toHaveText',
      expected: expectedText(command.value),
    });
    return draft.map(one =>
      typeof one.locator === 'string' ? { ...one, locator: `${one.locator}.locator('option:checked')` } : one,
    );
  },
  Title: ({ target }) => [{ type: 'assert', matcher: 'toHaveTitle', expected: expectedText(target) }],
};

const checks = Object.entries(CHECKS).flatMap(([name, make]): [string, Convert][] => [
  [`assert${name}`, make],
  [`verify${name}`, (command, place) => make(command, place).map(draft => ({ ...draft, onFailure: 'continue' }))],
]);

export const COMMANDS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ...checks,
  [
    'open',
    ({ target }, { baseUrl }) => [
      {
        type: 'visit',
        url: computed(
          URL.canParse(target, baseUrl || undefined)
            ? new URL(target, baseUrl || undefined).href.replaceAll('$%7B', '${').replaceAll('%7D', '}')
            : target,
        ),
      },
    ],
  ],
  ['click', deed('click')],
  ['clickAt', deed('click', ({ value }) => positionOf(value))],
  ['doubleClick', deed('dblclick')],
  ['doubleClickAt', deed('dblclick', ({ value }) => positionOf(value))],
  ['check', deed('check')],
  ['uncheck', deed('uncheck')],
  [
    'type',
    (command, place) =>
      /^(?:[A-Za-z]:\\|\/.*\/)[^\n]*\.\w{1,5}$/.test(command.value)
        ? [leftOut(wordsOf(command), 'It looks like a file to upload: put the file into the project and use “Upload”.')]
        : onElement(command, place, { type: 'fill', value: computed(command.value) }),
  ],
  ['editContent', deed('fill', ({ value }) => ({ value: computed(value) }))],
  ['sendKeys', sendKeys],
  ['select', choose],
  ['addSelection', choose],
  ['removeSelection', unable('A choice is replaced as a whole: “Choose” with the ones that stay.')],
  ['mouseOver', deed('hover')],
  ['mouseMove', deed('hover')],
  ['mouseMoveAt', deed('hover', ({ value }) => positionOf(value))],
  ...['mouseDown', 'mouseDownAt', 'mouseUp', 'mouseUpAt', 'mouseOut'].map((name): [string, Convert] => [
    name,
    unable('Halves of a click are not taken: use “Click”, “Drag” or “Hover over”.'),
  ]),
  [
    'dragAndDropToObject',
    (command, place) => {
      const target = locatorOf(command.value, place);
      return target === undefined
        ? [leftOut(wordsOf(command), 'It names no element to drop on.')]
        : onElement(command, place, { type: 'drag', target });
    },
  ],
  ['dragAndDrop', unable('A distance in pixels is not taken: “Drag” goes to an element.')],
  [
    'submit',
    (command, place) =>
      onElement(command, place, { type: 'click' }).map(draft =>
        typeof draft.locator === 'string'
          ? { ...draft, locator: `${draft.locator}.locator('[type=submit], button:not([type])').first()` }
          : draft,
      ),
  ],
  ['close', () => [{ type: 'closeTab' }]],
  ['echo', ({ target }) => [{ type: 'comment', text: computed(target) }]],
  ['debugger', () => [{ type: 'pause' }]],
  [
    'pause',
    ({ target, value }) => [
      { type: 'wait', until: 'time', value: /^\d+$/.test(target || value) ? target || value : '1000' },
    ],
  ],
  ['setSpeed', nothing],
  ['setWindowSize', nothing],
  ['setWindowPosition', nothing],
  ['run', ({ target }, place) => place.callTest(target)],
  ['runScript', script],
  ['executeScript', script],
  ['executeAsyncScript', script],
  ['store', ({ target, value }) => [{ type: 'script', code: JSON.stringify(target), into: value }]],
  ['storeJson', ({ target, value }) => [{ type: 'script', code: `(${target})`, into: value }]],
  ['storeText', store('text')],
  ['storeValue', store('value')],
  ['storeTitle', ({ target, value }) => [{ type: 'extract', from: 'title', into: value || target }]],
  [
    'storeXpathCount',
    (command, place) =>
      store('count')({ ...command, target: command.target.replace(/^(?!xpath=)/, 'xpath=') }, place).map(
        withoutFallbacks,
      ),
  ],
  ['storeElementCount', (command, place) => store('count')(command, place).map(withoutFallbacks)],
  [
    'storeAttribute',
    (command, place) => {
      const { element, attribute } = splitAttribute(command.target);
      return onElement({ ...command, target: element, targets: [] }, place, {
        type: 'extract',
        from: 'attribute',
        attribute,
        into: command.value,
      });
    },
  ],
  ['storeWindowHandle', unable('Tabs have no handles here: “Go to tab” takes their number, title or address.')],
  [
    'assert',
    ({ target, value }) => [
      { type: 'assert', matcher: 'toPassScript', expected: `{{ $string(${target}) = ${JSON.stringify(value)} }}` },
    ],
  ],
  [
    'verify',
    ({ target, value }) => [
      {
        type: 'assert',
        matcher: 'toPassScript',
        expected: `{{ $string(${target}) = ${JSON.stringify(value)} }}`,
        onFailure: 'continue',
      },
    ],
  ],
  ...['assertAlert', 'assertConfirmation', 'assertPrompt', 'verifyAlert', 'verifyConfirmation', 'verifyPrompt'].map(
    (name): [string, Convert] => [name, unable('The text of a dialog is not checked.')],
  ),
  ['chooseOkOnNextConfirmation', dialog(true)],
  ['chooseCancelOnNextConfirmation', dialog(false)],
  ['chooseCancelOnNextPrompt', dialog(false)],
  ['answerOnNextPrompt', dialog(true)],
  ['webdriverChooseOkOnVisibleConfirmation', dialogBefore(true)],
  ['webdriverChooseCancelOnVisibleConfirmation', dialogBefore(false)],
  ['webdriverChooseCancelOnVisiblePrompt', dialogBefore(false)],
  ['webdriverAnswerOnVisiblePrompt', dialogBefore(true)],
  ['waitForElementPresent', wait('visible')],
  ['waitForElementVisible', wait('visible')],
  ['waitForElementNotPresent', wait('hidden')],
  ['waitForElementNotVisible', wait('hidden')],
  ['waitForElementEditable', wait('enabled')],
  ['waitForElementNotEditable', check('toBeEditable', () => NOT)],
  ['waitForText', check('toHaveText', ({ value }) => ({ expected: expectedText(value) }))],
  ['selectFrame', selectFrame],
  ['selectWindow', selectWindow],
  ['if', opens(openIf)],
  ['elseIf', elseIf],
  ['else', () => [{ type: 'else' }]],
  ['while', opens(loopWhile)],
  ['times', opens(({ target }) => [{ type: 'loop', times: computed(target) }])],
  [
    'forEach',
    opens(({ target, value }) => [{ type: 'loop', rows: `{{ ${target}.{ ${JSON.stringify(value)}: $ } }}` }]),
  ],
  ['do', beginBody],
  ['repeatIf', repeatIf],
  ['end', end],
]);

function positionOf(value: string): object {
  const [, x, y] = /^\s*(-?\d+)\s*,\s*(-?\d+)\s*$/.exec(value) ?? [];
  return x === undefined || (x === '0' && y === '0') ? {} : { position: { x: Number(x), y: Number(y) } };
}
