/** What is done to one element. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { OPTIONS_ON_ELEMENT } from './codegen-options.ts';
import { optionOf } from './codegen-patterns.ts';
import { type CodegenCall, callOf, type Node, type Reader, textOf } from './codegen-reader.ts';
import { settledArguments, tellDropped, withReason } from './codegen-settle.ts';
import {
  clickOptions,
  fieldText,
  locatorOf,
  numberOf,
  placeOption,
  stringOf,
  textsOf,
  timeLimit,
} from './codegen-values.ts';
import { tabOf, turnToActorOf } from './codegen-windows.ts';

type CallDraft = ActionDraft | undefined;
type OnElement = (reader: Reader, args: readonly Node[]) => CallDraft | readonly ActionDraft[];

export const withText = (text: string | undefined, make: (text: string) => ActionDraft): CallDraft =>
  text === undefined ? undefined : make(text);

export function turnTo(reader: Reader, page: number): void {
  turnToActorOf(reader, page);
  if (page === reader.current) return;
  reader.actions.push({ type: 'switchTab', tab: String(tabOf(reader, page)) });
  reader.current = page;
}

const typed =
  (how: { keyByKey?: true }): OnElement =>
  (reader, [text]) =>
    withText(fieldText(reader, text), value => ({ type: 'fill', value, ...how }));

/** `path.join(__dirname, 'files', 'cat.png')` */
function lastOfPath(reader: Reader, node: Node | undefined): Node | undefined {
  const call = node && callOf(node);
  const isPath = call !== undefined && textOf(reader, call.owner) === 'path' && /^(?:join|resolve)$/.test(call.name);
  return isPath ? call.args.at(-1) : node;
}

/** Exported code names files of the project below `files/`; of any other path only the name is taken. */
export const fileOf = (path: string): string => /^files\/(.*)$/.exec(path)?.[1] ?? path.replace(/^.*[\\/]/, '');

/** `{ path: test.info().outputPath('basket.png'), fullPage: true }` */
export function pictureOptions(reader: Reader, options: Node | undefined): object {
  const path = optionOf(options, 'path');
  const given = path?.type === 'CallExpression' ? path.arguments[0] : path;
  const name = stringOf(reader, given)
    ?.replace(/^.*[\\/]/, '')
    .replace(/\.(?:png|jpe?g)$/, '');
  const isFull = optionOf(options, 'fullPage');
  return {
    ...(name === undefined || name === '' || name === 'screenshot' ? {} : { name }),
    ...(isFull?.type === 'BooleanLiteral' && isFull.value ? { fullPage: true } : {}),
  };
}

/** What a person does to cause an event that the code dispatches. */
const ACTION_BEFORE: Readonly<Record<string, ActionDraft>> = {
  click: { type: 'click' },
  dblclick: { type: 'dblclick' },
  contextmenu: { type: 'rightClick' },
  mouseover: { type: 'hover' },
  mouseenter: { type: 'hover' },
  blur: { type: 'press', key: 'Tab' },
};

/** What a person does to cause an event; undefined where no single action does. */
export function causeOfEvent(reader: Reader, [event, given]: readonly Node[]): ActionDraft | undefined {
  const name = stringOf(reader, event) ?? '';
  const action = Object.hasOwn(ACTION_BEFORE, name) ? ACTION_BEFORE[name] : undefined;
  if (action === undefined) return withReason(reader, 'No action causes this event: “Run JavaScript” can dispatch it.');
  if (given !== undefined)
    tellDropped(reader, { name: 'dispatchEvent', args: [given] }, 'the event is made as a person causes it.');
  return { ...action, comment: `Was: dispatchEvent('${name}')` };
}

function waited(reader: Reader, [options]: readonly Node[]): ActionDraft {
  const state = optionOf(options, 'state');
  const wanted = state === undefined ? 'visible' : stringOf(reader, state);
  if (wanted === 'attached') return { type: 'assert', matcher: 'toHaveCount', expected: '0', not: true };
  if (wanted === 'detached') return { type: 'assert', matcher: 'toHaveCount', expected: '0' };
  return { type: 'wait', until: wanted === 'hidden' ? 'hidden' : 'visible' };
}

const CLICKS: Readonly<Record<string, string>> = { 'left 1': 'click', 'left 2': 'dblclick', 'right 1': 'rightClick' };

function clicked(reader: Reader, [options]: readonly Node[]): CallDraft {
  const button = stringOf(reader, optionOf(options, 'button')) ?? 'left';
  const count = numberOf(reader, optionOf(options, 'clickCount')) ?? 1;
  const type = CLICKS[`${button} ${count}`];
  if (type !== undefined) return { type, ...clickOptions(reader, options) };
  const what =
    count === 1 || button === 'middle' ? `The ${button} button` : `${count} clicks at once with the ${button} button`;
  return withReason(reader, `${what} cannot be pressed here.`);
}

/** Inside of shadow roots and frames of the same site, too. */
const LEAVE_FOCUS =
  '(() => { let one = document.activeElement; for (let next = one; next; next = next.shadowRoot?.activeElement ?? next.contentDocument?.activeElement) one = next; one?.blur(); })()';

const ON_ELEMENT: Readonly<Record<string, OnElement>> = {
  click: clicked,
  dblclick: (reader, [options]) => ({ type: 'dblclick', ...clickOptions(reader, options) }),
  tap: (reader, args) => {
    tellDropped(reader, { name: 'tap', args }, 'it is clicked, where the code touches a screen.');
    return { type: 'click', ...clickOptions(reader, args[0]), comment: 'Was: tap()' };
  },
  hover: (reader, [options]) => ({ type: 'hover', ...clickOptions(reader, options) }),
  fill: typed({}),
  type: typed({ keyByKey: true }),
  pressSequentially: typed({ keyByKey: true }),
  clear: () => ({ type: 'fill', value: '' }),
  press: (reader, [key]) => withText(fieldText(reader, key), chord => ({ type: 'press', key: chord })),
  check: () => ({ type: 'check' }),
  uncheck: () => ({ type: 'uncheck' }),
  setChecked: (_reader, [on]) => (on?.type === 'BooleanLiteral' ? { type: on.value ? 'check' : 'uncheck' } : undefined),
  selectOption: (reader, [options]) => {
    const values = textsOf(reader, options);
    return values === undefined || values.length === 0 ? undefined : { type: 'select', values };
  },
  setInputFiles: (reader, [files]) => {
    const names = textsOf(reader, lastOfPath(reader, files));
    return names === undefined || names.length === 0 ? undefined : { type: 'upload', files: names.map(fileOf) };
  },
  dragTo: (reader, [to, options]) =>
    withText(to === undefined ? undefined : locatorOf(reader, to)?.locator, target => ({
      type: 'drag',
      target,
      ...placeOption(options, 'sourcePosition', 'position'),
      ...placeOption(options, 'targetPosition'),
    })),
  dispatchEvent: causeOfEvent,
  // Only what has the focus can lose it.
  blur: () => [
    { type: 'if', matcher: 'toBeFocused', comment: 'Was: blur()' },
    { type: 'script', code: LEAVE_FOCUS },
    { type: 'end' },
  ],
  scrollIntoViewIfNeeded: () => ({ type: 'scroll' }),
  // No keys, but the field takes the focus for them, without a click.
  focus: () => ({ type: 'fill', value: '', keyByKey: true, comment: 'Was: focus()' }),
  waitFor: waited,
  waitForSelector: waited,
  screenshot: (reader, [options]) => ({ type: 'screenshot', ...pictureOptions(reader, options) }),
};

const WITHOUT_ELEMENT: readonly string[] = ['script', 'end'];

/** A trial waits as the action would, and does nothing. */
function triedOnly(reader: Reader, { name, args }: CodegenCall): ActionDraft[] {
  tellDropped(reader, { name, args }, 'nothing is done: it is waited until it could be, unless something covers it.');
  const comment = `Was: ${name}({ trial: true })`;
  const visible = { type: 'wait', until: 'visible', comment };
  return name === 'hover' || name === 'dragTo' ? [visible] : [visible, { type: 'wait', until: 'enabled', comment }];
}

interface ElementOnPage {
  page: number;
  locator: string;
}

/** Adds the actions of a call on an element; false where it is not understood. */
export function callOnElement(reader: Reader, call: CodegenCall, { page, locator }: ElementOnPage): boolean {
  const { name } = call;
  const make = Object.hasOwn(ON_ELEMENT, name) ? ON_ELEMENT[name] : undefined;
  const rule = OPTIONS_ON_ELEMENT[name];
  const args = make && rule && settledArguments(reader, call, rule);
  if (make === undefined || rule === undefined || args === undefined) return false;
  const options = args[rule.at];
  const trial = optionOf(options, 'trial');
  const isTrial = trial?.type === 'BooleanLiteral' && trial.value;
  const drafts = isTrial ? triedOnly(reader, call) : make(reader, args);
  if (drafts === undefined) return false;
  turnTo(reader, page);
  for (const draft of [drafts].flat())
    reader.actions.push(WITHOUT_ELEMENT.includes(draft.type) ? draft : { ...draft, locator, ...timeLimit(options) });
  return true;
}

/** `page.getByText('More').click()` */
export function elementCall(reader: Reader, call: CodegenCall): boolean {
  const found = locatorOf(reader, call.owner);
  return found !== undefined && callOnElement(reader, call, found);
}
