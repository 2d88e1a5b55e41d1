/** Recordings of Chrome's Recorder panel, as @puppeteer/replay documents them; both ways. */
import { z } from 'zod';
import type { Action } from '../../model/actions/index.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import type { Locator, LocatorStep } from '../../model/locator/locator.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import { ARIA_ROLES } from '../../model/names/aria-roles.ts';
import { literalText } from '../../model/values/template.ts';
import type { ExportedTest, Exporter } from './exported-test.ts';
import { type ActionDraft, leftOut, literal, readJson, type TestDraft, wrongText } from './test-drafts.ts';

const Selectors = z.array(z.union([z.string(), z.array(z.string())])).optional();

const Step = z.looseObject({
  type: z.string(),
  url: z.string().optional(),
  selectors: Selectors,
  value: z.string().optional(),
  key: z.string().optional(),
  expression: z.string().optional(),
  offsetX: z.number().optional(),
  offsetY: z.number().optional(),
  button: z.string().optional(),
  deviceType: z.string().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  frame: z.array(z.number()).optional(),
  visible: z.boolean().optional(),
  operator: z.string().optional(),
  count: z.number().optional(),
  timeout: z.number().optional(),
  target: z.string().optional(),
  assertedEvents: z.array(z.looseObject({ type: z.string(), url: z.string().optional() })).optional(),
});
type Step = z.infer<typeof Step>;

const Recording = z.object({
  title: z.string().default('Recording'),
  timeout: z.number().optional(),
  steps: z.array(Step),
});

/** `aria/Save[role="button"]`: a name, perhaps with a role. */
function ariaLocator(text: string): string {
  const [, name = text, role] = /^(.*?)\s*(?:\[role="([^"]+)"\])?$/s.exec(text) ?? [];
  if (role !== undefined && ARIA_ROLES.some(known => known === role))
    return name === ''
      ? `getByRole(${quoted(role)})`
      : `getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true })`;
  // Without a role it is a name of anything: what is labelled so comes first.
  return `getByLabel(${quoted(name)}, { exact: true }).or(getByText(${quoted(name)}, { exact: true })).first()`;
}

/** One selector of a recording as a locator. */
function locatorOf(selector: string | readonly string[]): string {
  // In a list each goes into the shadow root of what the one before found; ours find their way by themselves.
  const parts = typeof selector === 'string' ? [selector] : selector;
  return parts
    .map(part => {
      if (part.startsWith('aria/')) return ariaLocator(part.slice('aria/'.length));
      if (part.startsWith('text/')) return `getByText(${quoted(part.slice('text/'.length))})`;
      if (part.startsWith('xpath/')) return `locator(${quoted(`xpath=${part.slice('xpath/'.length)}`)})`;
      return `locator(${quoted(part.replace(/^pierce\//, ''))})`;
    })
    .join('.');
}

const RANKS = [/^aria\/.+\[role=/, /\[data-test/, /^#/, /^aria\//, /^text\//, /^(?!xpath\/|pierce\/)/, /^pierce\//];

/** Locators of a step, the most lasting first, each inside the frame of the step. */
function locatorsOf({ selectors = [], frame = [] }: Step): string[] {
  const way = frame.map(index => `locator('iframe').nth(${index}).contentFrame().`).join('');
  const rank = (selector: string | readonly string[]) => {
    const first = typeof selector === 'string' ? selector : (selector[0] ?? '');
    const at = RANKS.findIndex(pattern => pattern.test(first));
    return at < 0 ? RANKS.length : at;
  };
  const ranked = [...selectors].sort((one, other) => rank(one) - rank(other));
  return [...new Set(ranked.map(selector => `${way}${locatorOf(selector)}`.replaceAll('{{', '\\u007b{')))].slice(0, 6);
}

function onElement(step: Step, draft: ActionDraft): ActionDraft[] {
  const [locator, ...fallbacks] = locatorsOf(step);
  if (locator === undefined) return [leftOut(JSON.stringify(step), 'It names no element.')];
  const limit = step.timeout === undefined || step.timeout <= 0 ? {} : { timeoutMs: step.timeout };
  return [{ ...draft, locator, ...(fallbacks.length === 0 ? {} : { fallbacks }), ...limit }];
}

const isOn = ({ selectors = [] }: Step, tag: RegExp) => selectors.flat().some(selector => tag.test(selector));

function change(step: Step): ActionDraft[] {
  const value = literal(step.value ?? '');
  // A recording does not say what kind of field it was; the selectors often do.
  if (isOn(step, /(?:^|[\s>/])select(?:$|[#.:[\s])|\[role="(?:combobox|listbox)"\]/))
    return onElement(step, { type: 'select', values: [value] });
  return onElement(step, { type: 'fill', value });
}

function waitForElement(step: Step): ActionDraft[] {
  const { operator = '>=', count = 1, visible = true } = step;
  if (operator === '==' && count !== 1)
    return onElement(
      { ...step, selectors: step.selectors?.slice(0, 1) },
      { type: 'assert', matcher: 'toHaveCount', expected: String(count) },
    );
  if (operator === '>=' && count === 1) return onElement(step, { type: 'wait', until: visible ? 'visible' : 'hidden' });
  if (operator === '==' && count === 1)
    return onElement(step, { type: 'assert', matcher: visible ? 'toBeVisible' : 'toBeHidden' });
  return [leftOut(JSON.stringify(step), `A count that is ${operator} ${count} cannot be waited for.`)];
}

function scroll(step: Step): ActionDraft[] {
  const { selectors, x = 0, y = 0 } = step;
  if (selectors === undefined) return [{ type: 'scroll', x, y }];
  return onElement(step, x === 0 && y === 0 ? { type: 'scroll' } : { type: 'scroll', x, y });
}

/** Where in an element it was matters on drawings alone; a recording tells it of everything. */
const placeOf = (step: Step): object =>
  isOn(step, /(?:^|[\s>/])canvas(?:$|[#.:[\s])/) && step.offsetX !== undefined && step.offsetY !== undefined
    ? { position: { x: step.offsetX, y: step.offsetY } }
    : {};

const STEPS: Readonly<Record<string, (step: Step) => ActionDraft[]>> = {
  setViewport: () => [],
  emulateNetworkConditions: step => [leftOut(JSON.stringify(step), 'The network is not slowed down in runs.')],
  navigate: ({ url = '' }) => [{ type: 'visit', url: literal(url) }],
  click: step => onElement(step, { type: step.button === 'secondary' ? 'rightClick' : 'click', ...placeOf(step) }),
  doubleClick: step => onElement(step, { type: 'dblclick', ...placeOf(step) }),
  hover: step => onElement(step, { type: 'hover' }),
  change,
  scroll,
  close: () => [{ type: 'closeTab' }],
  waitForElement,
  waitForExpression: ({ expression = '' }) => [{ type: 'wait', until: 'script', value: literal(expression) }],
};

const MODIFIERS: readonly string[] = ['Alt', 'Control', 'Meta', 'Shift'];

/** A key that goes down and up is one press; what is held meanwhile is part of its chord. */
function keyDrafts(step: Step, held: string[]): ActionDraft[] {
  const { key = '' } = step;
  const name = key === ' ' ? 'Space' : key;
  if (MODIFIERS.includes(name)) {
    if (step.type === 'keyDown') held.push(name);
    else if (held.includes(name)) held.splice(held.indexOf(name), 1);
    return [];
  }
  return step.type === 'keyDown' ? [{ type: 'press', key: [...held, name].join('+') }] : [];
}

const isPointed = ({ type }: ActionDraft): boolean =>
  type === 'click' || type === 'dblclick' || type === 'rightClick' || type === 'hover';

const withHeld = (draft: ActionDraft, held: readonly string[]): ActionDraft =>
  held.length > 0 && isPointed(draft) ? { ...draft, modifiers: [...held] } : draft;

export function importChromeRecorder(text: string): TestDraft[] {
  const read = Recording.safeParse(readJson(text, 'a recording of Chrome (JSON)'));
  if (!read.success) throw wrongText('This is not a recording of Chrome: it has no list of steps with types.');
  const held: string[] = [];
  const notes: string[] = [];
  const actions = read.data.steps.flatMap(step => {
    if (step.type === 'keyDown' || step.type === 'keyUp') return keyDrafts(step, held);
    const make = STEPS[step.type];
    if (make !== undefined) return make(step).map(draft => withHeld(draft, held));
    notes.push(`The step “${step.type}” is not known and was left out.`);
    return [leftOut(JSON.stringify(step), `The step “${step.type}” is not known.`)];
  });
  return [{ name: read.data.title, actions, notes }];
}

/** A recording tells a list of choices from a field by its selectors alone. */
function asChoice(selector: string): string {
  if (/^(?:aria\/.*\[role=|xpath\/|text\/)/.test(selector)) return selector;
  if (selector.startsWith('aria/')) return `${selector}[role="combobox"]`;
  return /^[#.[]/.test(selector) ? `select${selector}` : selector;
}

/** The way to an element as a recording can hold it; undefined for what it cannot. */
function selectorOf(locator: Locator): string | undefined {
  const steps = locator.steps.filter(step => !(step.kind === 'nth' && step.index === 0));
  const parts = steps.map(partOf);
  if (parts.length === 1) return parts[0];
  // Of several steps only selectors can be one.
  const css = steps.map(step => (step.kind === 'selector' ? cssOf(step.selector) : undefined));
  return css.includes(undefined) ? undefined : css.join(' ');
}

const cssOf = (selector: string): string | undefined => {
  const bare = selector.replace(/^css=/, '');
  return /^(?:\/\/|\.\.|[\w-]+=)/.test(bare) ? undefined : bare;
};

function partOf(step: LocatorStep): string | undefined {
  if (step.computed !== undefined) return undefined;
  const attribute = (name: string, text: unknown) =>
    typeof text === 'string' ? `[${name}=${JSON.stringify(text)}]` : undefined;
  switch (step.kind) {
    case 'role':
      return typeof step.name === 'string' ? `aria/${step.name}[role="${step.role}"]` : undefined;
    case 'label':
      return typeof step.text === 'string' ? `aria/${step.text}` : undefined;
    case 'text':
      return typeof step.text === 'string' ? `text/${step.text}` : undefined;
    case 'testId':
      return attribute('data-testid', step.text);
    case 'placeholder':
      return attribute('placeholder', step.text);
    case 'altText':
      return attribute('alt', step.text);
    case 'title':
      return attribute('title', step.text);
    case 'selector':
      return step.selector.startsWith('xpath=')
        ? `xpath/${step.selector.slice('xpath='.length)}`
        : cssOf(step.selector);
    default:
      return undefined;
  }
}

interface RecordedElement {
  selectors: string[][];
  frame?: number[];
}

/** Errors: none; undefined where nothing of the action names the element in a way that a recording can. */
function elementOf(action: { locator: string; fallbacks?: string[] | undefined }): RecordedElement | undefined {
  const found = [action.locator, ...(action.fallbacks ?? [])].flatMap(text => selectorOf(parseLocator(text)) ?? []);
  return found.length === 0 ? undefined : { selectors: found.map(selector => [selector]) };
}

const clickAt = (position: { x: number; y: number } | undefined) => ({
  offsetX: position?.x ?? 1,
  offsetY: position?.y ?? 1,
});

type RecordedSteps = Record<string, unknown>[];

type OnOne = (make: (element: RecordedElement) => RecordedSteps) => RecordedSteps | string;

const plain = (text: string): string => literalText(text) ?? text;

/** RecordedSteps of one action, or why there are none. */
function stepsOf(action: Action, appUrl: string): RecordedSteps | string {
  const onOne: OnOne = make => {
    if (!('locator' in action) || action.locator === undefined) return 'it names no element';
    const element = elementOf({ locator: action.locator, fallbacks: action.fallbacks });
    return element === undefined ? 'a recording cannot hold its locator' : make({ ...element });
  };
  switch (action.type) {
    case 'visit': {
      const url = plain(action.url);
      return [{ type: 'navigate', url: URL.canParse(url, appUrl) ? new URL(url, appUrl).href : url }];
    }
    case 'press':
      return keySteps(action.key);
    case 'scroll': {
      const by = { type: 'scroll', x: action.x ?? 0, y: action.y ?? 0 };
      return action.locator === undefined ? [by] : onOne(element => [{ ...by, ...element }]);
    }
    case 'closeTab':
      return [{ type: 'close' }];
    case 'wait':
      return waitSteps(action, onOne);
    case 'assert':
      return assertSteps(action, onOne);
    default:
      return deedSteps(action, onOne);
  }
}

/** What is done to one element. */
function deedSteps(action: Action, onOne: OnOne): RecordedSteps | string {
  switch (action.type) {
    case 'click':
      return onOne(element => holding(action, { type: 'click', ...element, ...clickAt(action.position) }));
    case 'rightClick':
      return onOne(element =>
        holding(action, { type: 'click', button: 'secondary', ...element, ...clickAt(action.position) }),
      );
    case 'dblclick':
      return onOne(element => holding(action, { type: 'doubleClick', ...element, ...clickAt(action.position) }));
    case 'hover':
      return onOne(element => holding(action, { type: 'hover', ...element }));
    case 'check':
    case 'uncheck':
      return onOne(element => [{ type: 'click', ...element, ...clickAt(undefined) }]);
    case 'fill':
      return onOne(element => [{ type: 'change', value: plain(action.value), ...element }]);
    case 'select':
      if (action.values.length > 1) return 'a recording holds one choice';
      return onOne(({ selectors, ...element }) => [
        {
          type: 'change',
          value: plain(action.values[0] ?? ''),
          ...element,
          selectors: selectors.map(way => way.map(asChoice)),
        },
      ]);
    default:
      return 'a recording has nothing like it';
  }
}

/** With the keys that are held meanwhile going down before it and up behind it. */
function holding({ modifiers = [] }: { modifiers?: readonly string[] | undefined }, step: object): RecordedSteps {
  const keys = (type: string, names: readonly string[]) => names.map(key => ({ type, key }));
  return [...keys('keyDown', modifiers), { ...step }, ...keys('keyUp', [...modifiers].reverse())];
}

function keySteps(chord: string): RecordedSteps {
  const keys = chord.split('+').map(key => (key === 'Space' ? ' ' : key));
  return [...keys.map(key => ({ type: 'keyDown', key })), ...keys.reverse().map(key => ({ type: 'keyUp', key }))];
}

function waitSteps(action: Extract<Action, { type: 'wait' }>, onOne: OnOne): RecordedSteps | string {
  if (action.until === 'script')
    return [{ type: 'waitForExpression', expression: literalText(action.value ?? '') ?? action.value ?? '' }];
  if (action.until === 'visible') return onOne(element => [{ type: 'waitForElement', ...element, visible: true }]);
  if (action.until === 'hidden')
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: 0 }]);
  return 'a recording has nothing like it';
}

function assertSteps(action: Extract<Action, { type: 'assert' }>, onOne: OnOne): RecordedSteps | string {
  const { matcher, not = false, expected = '' } = action;
  const isShown = (matcher === 'toBeVisible' && !not) || (matcher === 'toBeHidden' && not);
  if (isShown) return onOne(element => [{ type: 'waitForElement', ...element, visible: true }]);
  if (matcher === 'toBeVisible' || matcher === 'toBeHidden')
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: 0 }]);
  if (matcher === 'toHaveCount' && !not)
    return onOne(element => [{ type: 'waitForElement', ...element, operator: '==', count: Number(expected) }]);
  if (matcher === 'toPassScript' && !not)
    return [{ type: 'waitForExpression', expression: literalText(expected) ?? expected }];
  return 'a recording has nothing like it';
}

const withLimit = (step: Record<string, unknown>, timeout: number | undefined): Record<string, unknown> =>
  'selectors' in step ? { ...step, timeout } : step;

/** What a recording holds in another way than the action. */
function changeOf(action: Action): string | undefined {
  if (action.type === 'check' || action.type === 'uncheck')
    return 'becomes a click, whether it is ticked before or not';
  if (action.type === 'press' && action.locator !== undefined)
    return 'goes to the element that has the focus: a recording names none for keys';
  return undefined;
}

export const exportChromeRecorder: Exporter = ({ test, appUrl, titleOf }: ExportedTest) => {
  const notes: string[] = [];
  const steps = test.actions.flatMap((action, index) => {
    if (action.disabled) return [];
    const made = stepsOf(action, appUrl);
    const name = `Action ${index + 1} (${titleOf(action)})`;
    if (typeof made === 'string') {
      notes.push(`${name} is missing: ${made}.`);
      return [];
    }
    const change = changeOf(action);
    if (change !== undefined) notes.push(`${name} ${change}.`);
    return action.timeoutMs === undefined ? made : made.map(step => withLimit(step, action.timeoutMs));
  });
  const viewport = {
    type: 'setViewport',
    width: 1280,
    height: 720,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    isLandscape: false,
  };
  return {
    text: `${JSON.stringify({ title: test.name, steps: [viewport, ...steps] }, null, 2)}\n`,
    extension: 'json',
    notes,
  };
};
