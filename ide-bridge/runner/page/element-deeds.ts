/** What can be done to an element, where Playwright alone does not do what people expect. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import { engineLog, explainActionError } from './explain-action-error.ts';

export type Element = ReturnType<Page['locator']>;

/** Of one call of Playwright. */
export interface CallLimit {
  timeout: number;
  signal: AbortSignal;
}

interface Pointer {
  modifiers?: readonly ('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[] | undefined;
  position?: { x: number; y: number } | undefined;
}

/** As Playwright takes it. */
export const pointerOf = ({ modifiers, position }: Pointer) => ({
  modifiers: [...(modifiers ?? [])],
  ...(position === undefined ? {} : { position }),
});

const FIELD_ROLES = 'checkbox radio switch textbox searchbox combobox listbox spinbutton slider'.split(' ');

/** Steps that say what an element is; the others only choose among those found. */
const TELLING: readonly LocatorStep['kind'][] = [
  ...(['role', 'text', 'label', 'placeholder', 'altText', 'title', 'testId', 'selector'] as const),
];

/** A click that is not done by then may wait for a label to go away. */
const ASK_AFTER_MS = 150;

/** Presses an element with the pointer. */
export type Press = (how: CallLimit & { force: boolean }) => Promise<void>;

/**
 * Presses what may be a field. Of one that is under its own label people click the label, which does the same; Playwright
 * alone would wait for it to go away.
 */
export async function pressUnderLabel(element: Element, press: Press, { timeout, signal }: CallLimit): Promise<void> {
  const remaining = startClock(timeout);
  const givenUp = new AbortController();
  const until = { timeout, signal: AbortSignal.any([signal, givenUp.signal]) };
  const pressed = press({ ...until, force: false }).finally(() => givenUp.abort());
  if (!(await firstOf(pressed, liesUnderLabel(element, until)))) return await pressed;
  givenUp.abort();
  const isDone = await pressed.then(
    () => true,
    () => false,
  );
  if (!isDone) await press({ timeout: remaining(), signal, force: true });
}

/** Whether the second comes, and says yes, while the first is under way. */
const firstOf = (work: Promise<void>, answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => false,
      () => false,
    ),
    answer,
  ]);

/** Never rejects: what is wrong with the element is told by the click. */
async function liesUnderLabel(element: Element, { timeout, signal }: CallLimit): Promise<boolean> {
  try {
    await pause(ASK_AFTER_MS, undefined, { signal });
    return await element.evaluate(isCoveredByLabel, undefined, { timeout, signal });
  } catch {
    return false;
  }
}

/** Most clicks are for buttons and links: the page is asked nothing about those. */
export function mayBeField({ steps }: Locator): boolean {
  const step = steps.findLast(({ kind }) => TELLING.includes(kind));
  if (step?.kind === 'role') return FIELD_ROLES.includes(step.role);
  return step?.kind !== 'text';
}

/** The little that is asked of the document; this is compiled for Node, which has none. */
interface DomField {
  readonly labels?: Iterable<{ contains(node: object): boolean } & Pick<DomField, 'getBoundingClientRect'>> | null;
  readonly disabled?: boolean;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  getRootNode(): { elementFromPoint?(x: number, y: number): object | null };
  scrollIntoView(options: object): void;
}

/**
 * Ticks a field or takes its tick away. Many pages draw a box of their own over the real one, in its label: people
 * click that, and it ticks the field. Playwright alone would wait for it to go away, or for a box without area to get one.
 */
export async function tickElement(element: Element, checked: boolean, options: CallLimit): Promise<void> {
  const remaining = startClock(options.timeout);
  const label = await element.evaluateHandle(labelOfFlatField, undefined, options);
  const shown = label.asElement();
  if (shown !== null) {
    if ((await element.isChecked(options)) === checked) return;
    await shown.click({ ...options, timeout: remaining() });
    if ((await element.isChecked(options)) === checked) return;
  }
  const force = await element.evaluate(isCoveredByLabel, undefined, options);
  return element.setChecked(checked, { ...options, force });
}

/** Runs in the page: what is clicked for a field that takes no room. */
function labelOfFlatField(field: DomField) {
  const isFlat = ({ width, height }: { width: number; height: number }) => width < 1 || height < 1;
  if (field.disabled === true || !isFlat(field.getBoundingClientRect())) return null;
  return [...(field.labels ?? [])].find(label => !isFlat(label.getBoundingClientRect())) ?? null;
}

/** Runs in the page: whether who clicks the field hits its own label. */
function isCoveredByLabel(field: DomField): boolean {
  const labels = [...(field.labels ?? [])];
  if (labels.length === 0 || field.disabled === true) return false;
  const hit = () => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return field.getRootNode().elementFromPoint?.(x + width / 2, y + height / 2) ?? undefined;
  };
  if (hit() === undefined) field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const found = hit();
  return found !== undefined && found !== field && labels.some(label => label.contains(found));
}

/** Puts files into a file input, hidden or not; any other element is clicked, and its file chooser gets them. */
export async function giveFiles(element: Element, paths: readonly string[], options: CallLimit): Promise<void> {
  const remaining = startClock(options.timeout);
  try {
    await element.setInputFiles([...paths], options);
  } catch (error) {
    if (!(error instanceof Error) || !/Node is not an HTMLInputElement/.test(error.message)) throw error;
    await giveToChooser(element, paths, { ...options, timeout: remaining() });
  }
}

async function giveToChooser(element: Element, paths: readonly string[], options: CallLimit): Promise<void> {
  const remaining = startClock(options.timeout);
  const clicked = new AbortController();
  const signal = AbortSignal.any([options.signal, clicked.signal]);
  const opened = element.page().waitForEvent('filechooser', { timeout: options.timeout, signal });
  opened.catch(() => {});
  try {
    await element.click(options);
  } catch (error) {
    clicked.abort();
    throw error;
  }
  const chooser = await opened.catch((error: unknown): never => {
    options.signal.throwIfAborted();
    throw new Error(`No file chooser within ${inSeconds(options.timeout)}`, { cause: error });
  });
  if (paths.length > 1 && !chooser.isMultiple()) throw new Error('Non-multiple file input');
  await chooser.setFiles([...paths], { timeout: remaining() });
}

const LOOKS_LIKE_TIME = /^\s*\d{1,4}\s*[.:/-]\s*\d/;
const DATE_INPUTS = ['date', 'time', 'month', 'week', 'datetime-local'];
const LOOK_AGAIN_MS = 500;

/** A date field that cannot read a date in another notation is left empty by Chromium, without a word. */
export async function fillElement(element: Element, value: string, options: CallLimit): Promise<void> {
  await element.fill(value, options);
  if (!LOOKS_LIKE_TIME.test(value)) return;
  const isEmpty = (node: object, types: string[]) =>
    'type' in node && types.includes(String(node.type)) && 'value' in node && node.value === '';
  const limit = { ...options, timeout: LOOK_AGAIN_MS };
  if (await element.evaluate(isEmpty, DATE_INPUTS, limit).catch(() => false)) throw new Error('Malformed value');
}

const MOST_OPTIONS = 10;

/** Playwright waits for options that may still come, and in the end does not say which it has. */
export async function chooseOptions(element: Element, wanted: readonly string[], options: CallLimit): Promise<void> {
  try {
    const chosen = await element.selectOption([...wanted], options);
    if (chosen.length < new Set(wanted).size) throw new Error('Only one option');
  } catch (error) {
    if (!(error instanceof Error) || !engineLog(error).some(line => line.includes('did not find some options')))
      throw error;
    const known = await element.locator('option').evaluateAll(all => all.map(({ label, value }) => [label, value]));
    const missing = wanted.filter(text => !known.some(names => names.includes(text))).map(text => `“${text}”`);
    const there = known.slice(0, MOST_OPTIONS).map(([label]) => `“${label}”`);
    const more = known.length > there.length ? ` and ${known.length - there.length} more` : '';
    throw new Error(`No option ${missing.join(', ')}; it has ${there.join(', ') || 'none'}${more}`, { cause: error });
  }
}

/** Lists that are sorted by the pointer start to move only after some way, and look for a place at each step. */
const DRAG_STEPS = 10;
const RELEASE_LIMIT_MS = 1_000;

interface Place {
  x: number;
  y: number;
}

/** Drags with the mouse, which makes the events of HTML5 dragging as well. */
export async function dragElement(
  element: Element,
  target: Locator & { element: Element },
  options: CallLimit & { sourcePosition?: Place; targetPosition?: Place },
): Promise<void> {
  try {
    await element.dragTo(target.element, { ...options, steps: DRAG_STEPS });
  } catch (error) {
    const later = afterPress(error);
    if (later === undefined) throw error;
    const page = element.page();
    await release(page);
    const about = { subject: describeSteps(target), locator: target, url: page.url() };
    const { timeout: timeoutMs, signal } = options;
    const { kind, message, detail } = explainActionError(later, { ...about, timeoutMs, signal });
    throw new AppError(kind, message, { ...detail, field: 'target' });
  }
}

/** The error with what Playwright tried after it pressed the mouse, which is all about the target. */
function afterPress(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const log = engineLog(error);
  const pressed = log.findIndex(line => line.includes('move and down action done'));
  if (pressed === -1) return undefined;
  return Object.assign(new Error(error.message, { cause: error }), { name: error.name, log: log.slice(pressed + 1) });
}

/** The next action must not go on with the drag. */
async function release(page: Page): Promise<void> {
  const limit = { signal: new AbortController().signal, timeoutMs: RELEASE_LIMIT_MS };
  const late = () => new AppError('timeout', 'The page does not answer.');
  await withinLimit(() => page.mouse.up(), { ...limit, late }).catch(() => {});
}
