/** Recordings of Chrome's Recorder panel, as @puppeteer/replay documents them, as tests. */
import { z } from 'zod';
import { quoted } from '../locator/format-locator.ts';
import { ARIA_ROLES } from '../names/aria-roles.ts';
import { asPlainText } from '../values/pattern.ts';
import {
  type ActionDraft,
  leftOut,
  leftOutNotes,
  literal,
  readJson,
  type TestDraft,
  wrongText,
} from './test-drafts.ts';

const Selectors = z.array(z.union([z.string(), z.array(z.string())])).optional();

const RecorderStep = z.looseObject({
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
  attributes: z.record(z.string(), z.string()).optional(),
  properties: z.unknown().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  deviceScaleFactor: z.number().optional(),
  isMobile: z.boolean().optional(),
  hasTouch: z.boolean().optional(),
  isLandscape: z.boolean().optional(),
  assertedEvents: z.array(z.looseObject({ type: z.string(), url: z.string().optional() })).optional(),
});
type RecorderStep = z.infer<typeof RecorderStep>;

const Recording = z.object({
  title: z.string().default('Recording'),
  timeout: z.number().optional(),
  steps: z.array(RecorderStep),
});

/** `aria/Save[role="button"]`; the role is optional. */
function ariaLocator(text: string): string {
  const [, name = text, role] = /^(.*?)\s*(?:\[role="([^"]+)"\])?$/s.exec(text) ?? [];
  if (role !== undefined && ARIA_ROLES.some(known => known === role))
    return name === ''
      ? `getByRole(${quoted(role)})`
      : `getByRole(${quoted(role)}, { name: ${quoted(name)}, exact: true })`;
  // Without a role the name may belong to anything: labels come first.
  return `getByLabel(${quoted(name)}, { exact: true }).or(getByText(${quoted(name)}, { exact: true })).first()`;
}

function locatorOf(selector: string | readonly string[]): string {
  // A list leads through shadow roots, which our locators pierce by themselves.
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

function locatorsOf({ selectors = [], frame = [] }: RecorderStep): string[] {
  const way = frame.map(index => `locator('iframe').nth(${index}).contentFrame().`).join('');
  const rank = (selector: string | readonly string[]) => {
    const first = typeof selector === 'string' ? selector : (selector[0] ?? '');
    const at = RANKS.findIndex(pattern => pattern.test(first));
    return at < 0 ? RANKS.length : at;
  };
  const ranked = [...selectors].sort((one, other) => rank(one) - rank(other));
  return [...new Set(ranked.map(selector => `${way}${locatorOf(selector)}`.replaceAll('{{', '\\u007b{')))].slice(0, 6);
}

function onElement(step: RecorderStep, draft: ActionDraft): ActionDraft[] {
  const [locator, ...fallbacks] = locatorsOf(step);
  if (locator === undefined) return [leftOut(JSON.stringify(step), 'It names no element.')];
  return [{ ...draft, locator, ...(fallbacks.length === 0 ? {} : { fallbacks }), ...limitOf(step) }];
}

const limitOf = ({ timeout }: RecorderStep): object =>
  timeout === undefined || timeout < 1 ? {} : { timeoutMs: Math.min(Math.round(timeout), 3_600_000) };

const isOn = ({ selectors = [] }: RecorderStep, tag: RegExp) => selectors.flat().some(selector => tag.test(selector));

function change(step: RecorderStep): ActionDraft[] {
  const value = literal(step.value ?? '');
  // A recording does not say what kind of field it was; the selectors often do.
  if (isOn(step, /(?:^|[\s>/])select(?:$|[#.:[\s])|\[role="(?:combobox|listbox)"\]/))
    return onElement(step, { type: 'select', values: [value] });
  return onElement(step, { type: 'fill', value });
}

/** Attributes are checked once the element is there. */
function waitForElement(step: RecorderStep): ActionDraft[] {
  const { attributes = {}, properties, ...bare } = step;
  const checks = Object.entries(attributes).flatMap(([attribute, expected]) =>
    onElement(bare, {
      type: 'assert',
      matcher: 'toHaveAttribute',
      attribute,
      expected: asPlainText(literal(expected)),
    }),
  );
  const left =
    properties === undefined
      ? []
      : [leftOut(JSON.stringify({ properties }), 'Properties of elements are not checked.')];
  return [...waitForPresence(bare), ...checks, ...left];
}

function waitForPresence(step: RecorderStep): ActionDraft[] {
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

function scroll(step: RecorderStep): ActionDraft[] {
  const { selectors, x = 0, y = 0 } = step;
  if (selectors === undefined) return onPage(step, { type: 'scroll', x, y });
  return onElement(step, x === 0 && y === 0 ? { type: 'scroll' } : { type: 'scroll', x, y });
}

/** Only drawings need the position, which a recording gives for every element. */
const CANVAS = /(?:^|[\s>/])canvas(?:$|[#.:[\s])/;

const placeOf = (step: RecorderStep): object =>
  isOn(step, CANVAS) && step.offsetX !== undefined && step.offsetY !== undefined
    ? { position: { x: step.offsetX, y: step.offsetY } }
    : {};

const CLICKS: ReadonlyMap<string, string> = new Map([
  ['primary', 'click'],
  ['secondary', 'rightClick'],
]);

function click(step: RecorderStep): ActionDraft[] {
  const type = CLICKS.get(step.button ?? 'primary');
  return type === undefined
    ? [leftOut(JSON.stringify(step), `The ${step.button} button of the mouse cannot be pressed here.`)]
    : onElement(step, { type, ...placeOf(step) });
}

/** Scripts and scrolling by a distance are about the page. */
const onPage = (step: RecorderStep, draft: ActionDraft): ActionDraft[] =>
  step.frame === undefined || step.frame.length === 0
    ? [{ ...draft, ...limitOf(step) }]
    : [leftOut(JSON.stringify(step), 'It is done in the page only, not in its frames.')];

const STEPS: Readonly<Record<string, (step: RecorderStep) => ActionDraft[]>> = {
  setViewport: ({ width, height }) => (isUsual(width, height) ? [] : [{ type: 'emulate', width, height }]),
  emulateNetworkConditions: step => [leftOut(JSON.stringify(step), 'The network is not slowed down in runs.')],
  navigate: step => [{ type: 'visit', url: literal(step.url ?? ''), ...limitOf(step) }],
  click,
  doubleClick: step => onElement(step, { type: 'dblclick', ...placeOf(step) }),
  hover: step => onElement(step, { type: 'hover' }),
  change,
  scroll,
  close: () => [{ type: 'closeTab' }],
  waitForElement,
  waitForExpression: step => onPage(step, { type: 'wait', until: 'script', value: literal(step.expression ?? '') }),
};

const MODIFIERS: readonly string[] = ['Alt', 'Control', 'Meta', 'Shift'];

/** A key down and up is one press; modifiers held meanwhile join its chord. */
function keyDrafts(step: RecorderStep, held: string[]): ActionDraft[] {
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

const KNOWN_FIELDS: ReadonlySet<string> = new Set(Object.keys(RecorderStep.shape));

const isUsual = (width: number | undefined, height: number | undefined): boolean =>
  width === undefined || height === undefined || (width === 1280 && height === 720);

/** What a step says besides and is not taken over, each once. */
function toldOf(step: RecorderStep): string[] {
  const { type } = step;
  const isPhone = step.isMobile === true || step.hasTouch === true;
  const isFree = !isOn(step, CANVAS) && (step.offsetX !== undefined || step.offsetY !== undefined);
  const others = Object.keys(step).filter(name => !KNOWN_FIELDS.has(name));
  return [
    ...(type === 'setViewport' && isPhone
      ? ['It was recorded on a phone or tablet: give the test a device, of which only the size is taken over.']
      : []),
    ...(step.deviceType === undefined || step.deviceType === 'mouse'
      ? []
      : [`What was done by ${step.deviceType} is done with the mouse.`]),
    ...(step.duration === undefined ? [] : ['How long a button was held is not taken over.']),
    ...(isFree ? ['Elements are clicked in their middle: positions are taken over on a canvas only.'] : []),
    ...(step.assertedEvents === undefined
      ? []
      : ['That a step leads to another page is not checked by itself: add a check of what is there then.']),
    ...(STEPS[type] === undefined ? [] : others.map(name => `“${name}” of the step “${type}” is not known.`)),
  ];
}

/** `main`, or the address of a window that was opened. */
function windowDrafts(step: RecorderStep, windows: { current: string }): ActionDraft[] {
  const { target = 'main' } = step;
  if (step.type === 'setViewport' || target === windows.current) return [];
  windows.current = target;
  return [{ type: 'switchTab', tab: target === 'main' ? '0' : literal(target) }];
}

export function importChromeRecorder(text: string): TestDraft[] {
  const read = Recording.safeParse(readJson(text, 'a recording of Chrome (JSON)'));
  if (!read.success) throw wrongText('This is not a recording of Chrome: it has no list of steps with types.');
  const { title, timeout, steps } = read.data;
  const held: string[] = [];
  const windows = { current: 'main' };
  const actions = steps.flatMap(given => {
    const step = { timeout, ...given };
    const before = windowDrafts(step, windows);
    if (step.type === 'keyDown' || step.type === 'keyUp') return [...before, ...keyDrafts(step, held)];
    const make = Object.hasOwn(STEPS, step.type) ? STEPS[step.type] : undefined;
    if (make !== undefined) return [...before, ...make(step).map(draft => withHeld(draft, held))];
    return [leftOut(JSON.stringify(given), `The step “${step.type}” is not known.`)];
  });
  const notes = new Set([...steps.flatMap(toldOf), ...leftOutNotes(actions)]);
  return [{ name: title, actions, notes: [...notes] }];
}
