/** Recordings of Chrome's Recorder panel, as @puppeteer/replay documents them, as tests. */
import { z } from 'zod';
import { quoted } from '../locator/format-locator.ts';
import { ARIA_ROLES } from '../names/aria-roles.ts';
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
  const limit = step.timeout === undefined || step.timeout <= 0 ? {} : { timeoutMs: step.timeout };
  return [{ ...draft, locator, ...(fallbacks.length === 0 ? {} : { fallbacks }), ...limit }];
}

const isOn = ({ selectors = [] }: RecorderStep, tag: RegExp) => selectors.flat().some(selector => tag.test(selector));

function change(step: RecorderStep): ActionDraft[] {
  const value = literal(step.value ?? '');
  // A recording does not say what kind of field it was; the selectors often do.
  if (isOn(step, /(?:^|[\s>/])select(?:$|[#.:[\s])|\[role="(?:combobox|listbox)"\]/))
    return onElement(step, { type: 'select', values: [value] });
  return onElement(step, { type: 'fill', value });
}

function waitForElement(step: RecorderStep): ActionDraft[] {
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
  if (selectors === undefined) return [{ type: 'scroll', x, y }];
  return onElement(step, x === 0 && y === 0 ? { type: 'scroll' } : { type: 'scroll', x, y });
}

/** Only drawings need the position, which a recording gives for every element. */
const placeOf = (step: RecorderStep): object =>
  isOn(step, /(?:^|[\s>/])canvas(?:$|[#.:[\s])/) && step.offsetX !== undefined && step.offsetY !== undefined
    ? { position: { x: step.offsetX, y: step.offsetY } }
    : {};

const STEPS: Readonly<Record<string, (step: RecorderStep) => ActionDraft[]>> = {
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

export function importChromeRecorder(text: string): TestDraft[] {
  const read = Recording.safeParse(readJson(text, 'a recording of Chrome (JSON)'));
  if (!read.success) throw wrongText('This is not a recording of Chrome: it has no list of steps with types.');
  const held: string[] = [];
  const actions = read.data.steps.flatMap(step => {
    if (step.type === 'keyDown' || step.type === 'keyUp') return keyDrafts(step, held);
    const make = STEPS[step.type];
    if (make !== undefined) return make(step).map(draft => withHeld(draft, held));
    return [leftOut(JSON.stringify(step), `The step “${step.type}” is not known.`)];
  });
  return [{ name: read.data.title, actions, notes: leftOutNotes(actions) }];
}
