/** The documented commands of Selenium IDE. */

import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { parseTemplate } from '../../model/values/template.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import {
  addSelection,
  check,
  computed,
  deed,
  expectedText,
  locatorOf,
  NOT,
  onElement,
  onElements,
  type Place,
  presence,
  removeSelection,
  type SideCommand,
  select,
  sendKeys,
  spoken,
  VARIABLE,
  variableName,
  wait,
  wordsOf,
} from './selenium-elements.ts';
import { mouseDown, mouseOut, mouseUp, positionOf } from './selenium-mouse.ts';
import { answer, answerVisible, closeWindow, dialogText, selectWindow, storeHandle } from './selenium-windows.ts';

type Convert = (command: SideCommand, place: Place) => ActionDraft[];

/** JavaScript of a condition as an expression, where it is simple enough; undefined elsewhere. */
function conditionOf(code: string): string | undefined {
  const expression = code
    .replace(new RegExp(`(["'])${VARIABLE.source}\\1`, 'g'), '$2')
    .replace(VARIABLE, '$1')
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

/** What opens a block that an `end` closes. */
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
  const index = /^(?:index=)?(\d+)$/.exec(target)?.[1];
  if (target === 'relative=parent') place.frames = place.frames.slice(0, -1);
  else if (target === 'relative=top') place.frames = [];
  else if (index !== undefined)
    place.frames = [...place.frames, `locator('iframe, frame').nth(${index}).contentFrame()`];
  else {
    const found = locatorOf(target, { ...place, frames: [] });
    if (found === undefined) return [leftOut(`${command} | ${target}`, 'The frame cannot be found by a locator.')];
    place.frames = [...place.frames, `${found}.contentFrame()`];
  }
  return [];
}

const store =
  (from: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: Place) =>
    onElement(command, place, { type: 'extract', from, into: variableName(command.value, place), ...more(command) });

const storeCount: Convert = (command, place) =>
  onElements(command, place, { type: 'extract', from: 'count', into: variableName(command.value, place) });

/** `css=a@href`: an element and its attribute. */
const splitAttribute = (target: string) => {
  const at = target.lastIndexOf('@');
  return { element: target.slice(0, at), attribute: target.slice(at + 1) };
};

/** Our scripts compute nothing: the page keeps for them what they read of variables. */
const KEPT = 'steploomValues';

function script({ target, value }: SideCommand, place: Place): ActionDraft[] {
  const names = [...new Set([...target.matchAll(VARIABLE)].map(([, , name = '']) => name))];
  const code = target.replace(new RegExp(`(["']?)${VARIABLE.source}\\1`, 'g'), `${KEPT}.$2`);
  const pairs = names.map(name => `${JSON.stringify(name)}: ${name}`).join(', ');
  return [
    ...(names.length === 0
      ? []
      : [{ type: 'wait', until: 'script', value: `window.${KEPT} = {{ { ${pairs} } }}`, comment: 'For the script.' }]),
    { type: 'script', code, ...(value === '' ? {} : { into: variableName(value, place) }) },
  ];
}

/** A text with variables in it, as an expression of JavaScript or JSONata. */
const joined = (text: string, plus: string, variable: (path: string) => string): string =>
  parseTemplate(computed(text))
    .parts.map(part => (part.kind === 'literal' ? JSON.stringify(part.text) : variable(part.source)))
    .join(plus) || '""';

/** A variable that is asked for by its bare name, or what is in it. */
const pathOf = (target: string, place: Place): string =>
  /^\$\{(.*)\}$/.exec(target)?.[1] ?? (/^\w+[.[]/.test(target) ? target : variableName(target, place));

const compared: Convert = ({ target, value }, place) => [
  {
    type: 'assert',
    matcher: 'toPassScript',
    expected: `{{ $string(${pathOf(target, place)}) = ${joined(value, ' & ', path => `$string(${path})`)} }}`,
  },
];

const nothing = () => [];
const unable = (reason: string) => (command: SideCommand) => [leftOut(wordsOf(command), reason)];

/** Those with an assertion and a verification: the second goes on when it fails. */
const CHECKS: Readonly<Record<string, Convert>> = {
  Checked: check('toBeChecked'),
  NotChecked: check('toBeChecked', () => NOT),
  Editable: check('toBeEditable'),
  NotEditable: check('toBeEditable', () => NOT),
  ElementPresent: presence(true),
  ElementNotPresent: presence(false),
  Visible: check('toBeVisible'),
  NotVisible: check('toBeHidden'),
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
  Location: ({ target }) => [{ type: 'assert', matcher: 'toHaveURL', expected: expectedText(target) }],
  '': compared,
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
        // A variable at its beginning mostly holds a whole address.
        url: computed(
          !target.startsWith('${') && URL.canParse(target, baseUrl || undefined)
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
        : onElement(command, place, { type: 'fill', value: spoken(command.value) }),
  ],
  ['editContent', deed('fill', ({ value }) => ({ value: spoken(value) }))],
  ['sendKeys', sendKeys],
  ['select', select],
  ['addSelection', addSelection],
  ['removeSelection', removeSelection],
  ['mouseOver', deed('hover')],
  ['mouseMove', deed('hover')],
  ['mouseMoveAt', deed('hover', ({ value }) => positionOf(value))],
  ['mouseDown', mouseDown],
  ['mouseDownAt', mouseDown],
  ['mouseUp', mouseUp],
  ['mouseUpAt', mouseUp],
  ['mouseOut', mouseOut],
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
  ['close', closeWindow],
  ['echo', ({ target }) => [{ type: 'comment', text: spoken(target) }]],
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
  [
    'store',
    (command, place) => script({ ...command, target: joined(command.target, ' + ', path => `\${${path}}`) }, place),
  ],
  ['storeJson', (command, place) => script({ ...command, target: `(${command.target})` }, place)],
  ['storeText', store('text')],
  ['storeValue', store('value')],
  [
    'storeTitle',
    ({ target, value }, place) => [{ type: 'extract', from: 'title', into: variableName(value || target, place) }],
  ],
  [
    'storeXpathCount',
    (command, place) => storeCount({ ...command, target: command.target.replace(/^(?!xpath=)/, 'xpath=') }, place),
  ],
  ['storeElementCount', storeCount],
  [
    'storeAttribute',
    (command, place) => {
      const { element, attribute } = splitAttribute(command.target);
      return onElement({ ...command, target: element, targets: [] }, place, {
        type: 'extract',
        from: 'attribute',
        attribute,
        into: variableName(command.value, place),
      });
    },
  ],
  ['storeWindowHandle', storeHandle],
  ['assertAlert', dialogText(true)],
  ['verifyAlert', dialogText(true)],
  ...['assertConfirmation', 'assertPrompt', 'verifyConfirmation', 'verifyPrompt'].map((name): [string, Convert] => [
    name,
    dialogText(false),
  ]),
  ['chooseOkOnNextConfirmation', answer(true)],
  ['chooseCancelOnNextConfirmation', answer(false)],
  ['chooseCancelOnNextPrompt', answer(false)],
  ['answerOnNextPrompt', answer(true)],
  ['webdriverChooseOkOnVisibleConfirmation', answerVisible(true)],
  ['webdriverChooseCancelOnVisibleConfirmation', answerVisible(false)],
  ['webdriverChooseCancelOnVisiblePrompt', answerVisible(false)],
  ['webdriverAnswerOnVisiblePrompt', answerVisible(true)],
  ['acceptAlert', answerVisible(true)],
  ['acceptConfirmation', answerVisible(true)],
  ['dismissConfirmation', answerVisible(false)],
  ['answerPrompt', answerVisible(true)],
  ['dismissPrompt', answerVisible(false)],
  ['waitForPageToLoad', () => [{ type: 'wait', until: 'load' }]],
  ['captureEntirePageScreenshot', () => [{ type: 'screenshot', fullPage: true }]],
  ['waitForElementPresent', presence(true)],
  ['waitForElementVisible', wait('visible')],
  ['waitForElementNotPresent', presence(false)],
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
    opens(({ target, value }, place) => [
      {
        type: 'loop',
        rows: `{{ ${pathOf(target, place)}.{ ${JSON.stringify(variableName(value, place))}: $ } }}`,
      },
    ]),
  ],
  ['do', beginBody],
  ['repeatIf', repeatIf],
  ['end', end],
]);
