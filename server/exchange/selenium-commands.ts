import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import {
  addSelection,
  check,
  computed,
  elementAction,
  expectedText,
  limitOf,
  locatorOf,
  NOT,
  onElement,
  onElements,
  presence,
  removeSelection,
  type SideCommand,
  type SideState,
  select,
  sendKeys,
  spoken,
  variableName,
  wait,
  wordsOf,
} from './selenium-elements.ts';
import { dragBy, mouseDown, mouseOut, mouseUp, positionOf } from './selenium-mouse.ts';
import { compared, conditionOf, ifInPage, pathOf, script, store, storeJson } from './selenium-scripts.ts';
import {
  acceptAlert,
  answer,
  answerVisible,
  closeWindow,
  dialogText,
  selectWindow,
  storeHandle,
} from './selenium-windows.ts';

type Convert = (command: SideCommand, place: SideState) => ActionDraft[];

const openIf: Convert = (command, place) => {
  const condition = conditionOf(command.target);
  return condition === undefined ? ifInPage(command, place) : [{ type: 'if', condition }];
};

/** Selenium closes a chain of `else if` with one `end`; here each needs its own. */
function elseIf(command: SideCommand, place: SideState): ActionDraft[] {
  place.rounds.push('else if');
  return [{ type: 'else' }, ...openIf(command, place)];
}

function opens(make: (command: SideCommand, place: SideState) => ActionDraft[]) {
  return (command: SideCommand, place: SideState): ActionDraft[] => {
    place.rounds.push(undefined);
    return make(command, place);
  };
}

/** The body runs once, and again by `repeat if`. */
function beginBody(_command: SideCommand, { bodies, actions }: SideState): ActionDraft[] {
  bodies.push({ actions, from: actions.length });
  return [];
}

function end(_command: SideCommand, place: SideState): ActionDraft[] {
  const drafts: ActionDraft[] = [{ type: 'end' }];
  while (place.rounds.pop() === 'else if') drafts.push({ type: 'end' });
  return drafts;
}

function loopWhile(command: SideCommand): ActionDraft[] {
  const condition = conditionOf(command.target);
  return condition === undefined
    ? [
        leftOut(wordsOf(command), 'Its condition is no expression; what it repeats runs once.'),
        { type: 'loop', times: '1' },
      ]
    : [{ type: 'loop', while: condition }];
}

function repeatIf(command: SideCommand, place: SideState): ActionDraft[] {
  const body = place.bodies.pop();
  const condition = conditionOf(command.target);
  if (body === undefined) return [leftOut(wordsOf(command), 'There is no “do” before it.')];
  if (condition === undefined)
    return [leftOut(wordsOf(command), 'Its condition is no expression; what it repeats runs once.')];
  return [{ type: 'loop', while: condition }, ...body.actions.slice(body.from), { type: 'end' }];
}

function selectFrame({ target, command }: SideCommand, place: SideState): ActionDraft[] {
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

const stored =
  (from: string, more: (command: SideCommand) => object = () => ({})) =>
  (command: SideCommand, place: SideState) =>
    onElement(command, place, { type: 'extract', from, into: variableName(command.value, place), ...more(command) });

const storeCount: Convert = (command, place) =>
  onElements(command, place, { type: 'extract', from: 'count', into: variableName(command.value, place) });

/** `css=a@href`: an element and its attribute. */
const splitAttribute = (target: string) => {
  const at = target.lastIndexOf('@');
  return { element: target.slice(0, at), attribute: target.slice(at + 1) };
};

const toldOnly =
  (what: string): Convert =>
  (command, place) => {
    const note = `“${wordsOf(command)}”: ${what}`;
    if (!place.notes.includes(note)) place.notes.push(note);
    return [];
  };

const OF_WINDOW = 'where the window is on the screen changes nothing in the page.';

/** That of the window with its frame, which is a little more than the page has. */
function windowSize(command: SideCommand): ActionDraft[] {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(command.target.trim()) ?? [];
  if (width === undefined || height === undefined)
    return [leftOut(wordsOf(command), 'Its size is no text such as 1280x720.')];
  return [{ type: 'emulate', width: Number(width), height: Number(height) }];
}

const attributeCheck =
  (more: object): Convert =>
  (command, place) => {
    const { element, attribute } = splitAttribute(command.target);
    return check('toHaveAttribute', ({ value }) => ({ attribute, expected: expectedText(value), ...more }))(
      { ...command, target: element, targets: [] },
      place,
    );
  };

const selectedLabel =
  (more: object): Convert =>
  (command, place) =>
    onElement({ ...command, targets: [] }, place, {
      type: 'assert',
      matcher: 'toHaveText',
      expected: expectedText(command.value),
      ...more,
    }).map(one =>
      typeof one.locator === 'string' ? { ...one, locator: `${one.locator}.locator('option:checked')` } : one,
    );

/** Each exists as `assert…` and as `verify…`, which continues after a failure. */
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
  NotValue: check('toHaveValue', ({ value }) => ({ expected: expectedText(value), not: true })),
  SelectedLabel: selectedLabel({}),
  NotSelectedLabel: selectedLabel(NOT),
  Attribute: attributeCheck({}),
  NotAttribute: attributeCheck(NOT),
  Location: ({ target }) => [{ type: 'assert', matcher: 'toHaveURL', expected: expectedText(target) }],
  '': compared,
  Title: ({ target }) => [{ type: 'assert', matcher: 'toHaveTitle', expected: expectedText(target) }],
};

function open({ target }: SideCommand, place: SideState): ActionDraft[] {
  const base = place.baseUrl || undefined;
  // Frames are gone with the page.
  place.frames = [];
  // A variable at its beginning mostly holds a whole address.
  const isWhole = target.startsWith('${') || !URL.canParse(target, base);
  const url = isWhole ? target : new URL(target, base).href.replaceAll('$%7B', '${').replaceAll('%7D', '}');
  return [{ type: 'visit', url: computed(url) }];
}

const isUpload = ({ value }: SideCommand): boolean => /^(?:[A-Za-z]:\\|\/.*\/)[^\n]*\.\w{1,5}$/.test(value);

const unlessUpload =
  (make: Convert): Convert =>
  (command, place) =>
    isUpload(command)
      ? [leftOut(wordsOf(command), 'It looks like a file to upload: put the file into the project and use “Upload”.')]
      : make(command, place);

function pause(command: SideCommand): ActionDraft[] {
  const value = computed(command.target || command.value);
  return /^(?:\d+|\{\{.*\}\})$/.test(value)
    ? [{ type: 'wait', until: 'time', value }]
    : [leftOut(wordsOf(command), 'It names no time in milliseconds.')];
}

/** Checks wait for their condition, so no action has to. */
const editable =
  (more: object): Convert =>
  (command, place) =>
    check('toBeEditable', ({ value }) => ({ ...limitOf(value), ...more }))(command, place);

const checks = Object.entries(CHECKS).flatMap(([name, make]): [string, Convert][] => [
  [`assert${name}`, make],
  [`verify${name}`, (command, place) => make(command, place).map(draft => ({ ...draft, onFailure: 'continue' }))],
]);

export const COMMANDS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ...checks,
  ['open', open],
  ['click', elementAction('click')],
  ['clickAt', elementAction('click', ({ value }) => positionOf(value))],
  ['doubleClick', elementAction('dblclick')],
  ['doubleClickAt', elementAction('dblclick', ({ value }) => positionOf(value))],
  ['check', elementAction('check')],
  ['uncheck', elementAction('uncheck')],
  ['type', unlessUpload(elementAction('fill', ({ value }) => ({ value: spoken(value) })))],
  ['editContent', elementAction('fill', ({ value }) => ({ value: spoken(value) }))],
  ['sendKeys', unlessUpload(sendKeys)],
  ['select', select],
  ['addSelection', addSelection],
  ['removeSelection', removeSelection],
  ['mouseOver', elementAction('hover')],
  ['mouseMove', elementAction('hover')],
  ['mouseMoveAt', elementAction('hover', ({ value }) => positionOf(value))],
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
  ['dragAndDrop', dragBy],
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
  ['pause', pause],
  ['setSpeed', toldOnly('actions follow each other at their own pace.')],
  ['setWindowSize', windowSize],
  ['setWindowPosition', toldOnly(OF_WINDOW)],
  ['run', ({ target }, place) => place.callTest(target)],
  ['runScript', script],
  ['executeScript', script],
  ['executeAsyncScript', script],
  ['store', store],
  ['storeJson', storeJson],
  ['storeText', stored('text')],
  ['storeValue', stored('value')],
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
  ['acceptAlert', acceptAlert],
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
  ['waitForElementEditable', editable({})],
  ['waitForElementNotEditable', editable(NOT)],
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
        // JSONata takes a single row out of its list; the brackets put it back.
        rows: `{{ [${pathOf(target, place)}.{ ${JSON.stringify(variableName(value, place))}: $ }] }}`,
      },
    ]),
  ],
  ['do', beginBody],
  ['repeatIf', repeatIf],
  ['end', end],
]);
