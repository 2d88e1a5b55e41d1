/** Actions on elements where Playwright alone does not do what people expect. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withRestingDrag } from '../../browser/engine/resting-drag.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import type { GivenFiles } from '../../browser/session/given-files.ts';
import { borderOf } from '../../page/elements/border-of.ts';
import { isFoldedOption, isList, namesOfOptions } from '../../page/fields/lists.ts';
import { type PastedText, pasteAtCaret } from '../../page/fields/pasting.ts';
import { isCoveredByLabel, labelOfFlatField } from '../../page/fields/ticking.ts';
import { isMalformed, isPasswordField, takeFocus } from '../../page/fields/typing.ts';
import { dragMouseOf, mousePoint } from '../../playwright/drag-mouse.ts';
import { engineLog, explainActionError, isWaitOver, Unsuited } from './explain-action-error.ts';

export type Element = ReturnType<Page['locator']>;

export interface CallLimit {
  timeout: number;
  signal: AbortSignal;
}

interface Pointer {
  modifiers?: readonly ('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[] | undefined;
  position?: { x: number; y: number } | undefined;
}

export const pointerOf = ({ modifiers, position }: Pointer) => ({
  modifiers: [...(modifiers ?? [])],
  ...(position === undefined ? {} : { position }),
});

const WATCHED_ROLES = 'checkbox radio switch textbox searchbox combobox listbox spinbutton slider option'.split(' ');

/** Steps that identify an element; the others only filter. */
const SPECIFIC_KINDS: readonly LocatorStep['kind'][] = [
  ...(['role', 'text', 'label', 'placeholder', 'altText', 'title', 'testId', 'selector'] as const),
];

/** After this time a click may be waiting for a label to go away. */
const ASK_AFTER_MS = 150;

export type Press = (how: CallLimit & { force: boolean }) => Promise<void>;

/**
 * For a field that its own label covers, the label is clicked, as people do; Playwright alone would wait for it to go
 * away, and for an option of a closed list to be visible.
 */
export async function pressUnlessInVain(element: Element, press: Press, { timeout, signal }: CallLimit): Promise<void> {
  const remaining = startClock(timeout);
  const givenUp = new AbortController();
  const until = { timeout, signal: AbortSignal.any([signal, givenUp.signal]) };
  const pressed = press({ ...until, force: false }).finally(() => givenUp.abort());
  const obstacle = await firstOf(pressed, obstacleOf(element, until));
  if (obstacle === undefined) return await pressed;
  givenUp.abort();
  const isDone = await pressed.then(
    () => true,
    () => false,
  );
  if (isDone) return;
  if (obstacle === 'folded')
    throw new Unsuited('is an option of a list (<select>), which no click reaches: use select on the list');
  await press({ timeout: remaining(), signal, force: true });
}

/** The field is covered by its own label, or the option is in a closed native list. */
type Obstacle = 'label' | 'folded' | undefined;

/** The second's answer while the first is pending. */
const firstOf = (work: Promise<void>, answer: Promise<Obstacle>): Promise<Obstacle> =>
  Promise.race([
    work.then(
      () => undefined,
      () => undefined,
    ),
    answer,
  ]);

/** Never rejects: the click reports other faults of the element. */
async function obstacleOf(element: Element, { timeout, signal }: CallLimit): Promise<Obstacle> {
  try {
    await pause(ASK_AFTER_MS, undefined, { signal });
    if (await element.evaluate(isFoldedOption, undefined, { timeout, signal })) return 'folded';
    return (await element.evaluate(isCoveredByLabel, undefined, { timeout, signal })) ? 'label' : undefined;
  } catch {
    return undefined;
  }
}

/** Most clicks are on buttons and links, for which the page is not asked. */
export function mayWaitInVain({ steps }: Locator): boolean {
  const step = steps.findLast(({ kind }) => SPECIFIC_KINDS.includes(kind));
  return step?.kind !== 'role' || WATCHED_ROLES.includes(step.role);
}

/**
 * Many pages draw a box of their own over the real one, in its label: people click that. Playwright alone would wait
 * for it to go away, or for a box without area to get one.
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
  try {
    await element.setChecked(checked, { ...options, force });
  } catch (error) {
    if (!isDrawnAnew(error) || !(await isNowTicked(element, checked, options))) throw error;
  }
}

/** Pages that redraw a whole list replace the field that was clicked. */
const isDrawnAnew = (error: unknown): boolean =>
  error instanceof Error && /not attached to the DOM/.test(error.message);

/** A filter of the list may have removed it. */
async function isNowTicked(element: Element, checked: boolean, { signal }: CallLimit): Promise<boolean> {
  const limit = { signal, timeout: LOOK_AGAIN_MS };
  return (await element.count()) === 0 || (await element.isChecked(limit)) === checked;
}

export async function giveFiles(element: Element, files: GivenFiles, options: CallLimit): Promise<void> {
  const remaining = startClock(options.timeout);
  try {
    await element.setInputFiles(files, options);
  } catch (error) {
    if (!(error instanceof Error) || !/Node is not an HTMLInputElement/.test(error.message)) throw error;
    await giveToChooser(element, files, { ...options, timeout: remaining() });
  }
}

async function giveToChooser(element: Element, files: GivenFiles, options: CallLimit): Promise<void> {
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
    const limit = inSeconds(options.timeout);
    throw new Unsuited(`is not a file input, and a click on it opened no file chooser within ${limit}`, {
      cause: error,
    });
  });
  if (files.length > 1 && !chooser.isMultiple()) throw new Error('Non-multiple file input');
  await chooser.setFiles(files, { timeout: remaining() });
}

const LOOKS_LIKE_TIME = /^\s*\d{1,4}\s*[.:/-]\s*\d/;
const DATE_INPUTS = ['date', 'time', 'month', 'week', 'datetime-local'];
const LOOK_AGAIN_MS = 500;

/** Chromium silently empties a date field for a date in another notation. */
export async function fillElement(element: Element, value: string, options: CallLimit): Promise<void> {
  try {
    await element.fill(value, options);
  } catch (error) {
    const limit = { ...options, timeout: LOOK_AGAIN_MS };
    if (!isWaitOver(error) && (await element.evaluate(isList, undefined, limit).catch(() => false)))
      throw new Unsuited('is a list to choose from (<select>), which takes no text: use select', { cause: error });
    throw error;
  }
  if (!LOOKS_LIKE_TIME.test(value)) return;
  const limit = { ...options, timeout: LOOK_AGAIN_MS };
  const given = { types: DATE_INPUTS, value };
  if (await element.evaluate(isMalformed, given, limit).catch(() => false)) throw new Error('Malformed value');
}

/**
 * Presses a key for each character. Playwright alone would begin in front of what is there, and type into nothing where
 * the element is disabled or takes no focus.
 */
export async function typeKeys(
  element: Element,
  text: string,
  { onPassword, ...options }: CallLimit & { onPassword(): void },
): Promise<void> {
  const remaining = startClock(options.timeout);
  const field = await focusedField(element, options);
  if (field === null) throw new Unsuited('cannot have the focus, so it takes no keys: choose the field in it');
  // The page may tell others of each key at once.
  if (await field.evaluate(isPasswordField)) onPassword();
  await field.type(text, { ...options, timeout: remaining() });
}

/** With the caret where it was, or at the end of an element that had no focus; null for what takes none. */
async function focusedField(element: Element, options: CallLimit) {
  const remaining = startClock(options.timeout);
  const found = await element.elementHandle(options);
  await found?.waitForElementState('enabled', { ...options, timeout: remaining() });
  const focused = await element.evaluateHandle(takeFocus, undefined, { ...options, timeout: remaining() });
  return focused.asElement();
}

/** Without the clipboard, which other tests and programs use as well. */
export async function pasteInto(element: Element, pasted: PastedText, options: CallLimit): Promise<void> {
  const field = await focusedField(element, options);
  if (field === null) throw new Unsuited('cannot have the focus, so nothing is pasted into it: choose the field in it');
  if (!(await field.evaluate(pasteAtCaret, pasted))) await element.page().keyboard.insertText(pasted.text);
}

const MOST_OPTIONS = 10;

/** Playwright waits for options to appear, and in the end does not list them. */
export async function chooseOptions(element: Element, wanted: readonly string[], options: CallLimit): Promise<void> {
  try {
    const chosen = await element.selectOption([...wanted], options);
    if (chosen.length < new Set(wanted).size) throw new Unsuited('takes only one option');
  } catch (error) {
    if (!(error instanceof Error) || !engineLog(error).some(line => line.includes('did not find some options')))
      throw error;
    const all = await element.locator('option').evaluateAll(namesOfOptions);
    const missing = wanted.filter(text => !all.some(names => names.includes(text))).map(text => `“${text}”`);
    const there = all.slice(0, MOST_OPTIONS).map(([label]) => `“${label}”`);
    const more = all.length > there.length ? ` and ${all.length - there.length} more` : '';
    const known = `it has ${there.join(', ') || 'none'}${more}`;
    throw new Unsuited(`has no option ${missing.join(', ')}; ${known}`, { cause: error });
  }
}

/** Lists sorted by the pointer move only after some distance, and look for a place at each step. */
const DRAG_STEPS = 10;
const RELEASE_LIMIT_MS = 1_000;

interface DragPoint {
  x: number;
  y: number;
}

/**
 * With the mouse, which causes the events of HTML5 dragging as well. Once the button is down, whatever lies over the
 * target does not matter: pages put a sheet over everything while something is dragged, and what is dragged itself.
 */
export async function dragElement(
  element: Element,
  target: Locator & { element: Element },
  { sourcePosition, targetPosition, ...limit }: CallLimit & { sourcePosition?: DragPoint; targetPosition?: DragPoint },
): Promise<void> {
  const { timeout, signal } = limit;
  const remaining = startClock(timeout);
  const page = element.page();
  await element.hover({ ...limit, ...(sourcePosition && { position: sourcePosition }) });
  await page.mouse.down();
  try {
    await moveOnto(target.element, targetPosition, () => ({ timeout: remaining(), signal }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const about = { subject: describeSteps(target), locator: target, url: page.url() };
    const { kind, message, detail } = explainActionError(error, { ...about, timeoutMs: timeout, signal });
    throw new AppError(kind, message, { ...detail, field: 'target' });
  } finally {
    await withRestingDrag(page, () => release(page));
  }
}

/** To where it is before the mouse comes: a list that makes room for what is dragged must not be followed. */
async function moveOnto(target: Element, position: DragPoint | undefined, limit: () => CallLimit): Promise<void> {
  await target.waitFor({ state: 'visible', ...limit() });
  await target.scrollIntoViewIfNeeded(limit());
  const border = position && (await target.evaluate(borderOf, undefined, limit()));
  const box = await target.boundingBox(limit());
  if (box === null) throw new Unsuited('went away while something was dragged onto it');
  const x = box.x + (position && border ? border.left + position.x : box.width / 2);
  const y = box.y + (position && border ? border.top + position.y : box.height / 2);
  await target.page().mouse.move(x, y, { steps: DRAG_STEPS });
}

/** As far as the offset says, wherever that is: maps, dividers and edges take the mouse from anywhere once it is down. */
export async function dragBy(
  element: Element,
  offset: DragPoint,
  { position, ...limit }: CallLimit & { position?: DragPoint },
): Promise<void> {
  const remaining = startClock(limit.timeout);
  const page = element.page();
  await element.hover({ ...limit, ...(position && { position }) });
  const start = await pointerIn(element, { ...limit, timeout: remaining() }, position);
  await page.mouse.down();
  try {
    limit.signal.throwIfAborted();
    await page.mouse.move(start.x + offset.x, start.y + offset.y, { steps: DRAG_STEPS });
  } finally {
    await withRestingDrag(page, () => release(page));
  }
}

/** Where the mouse is that was moved there; for an unknown Playwright, as good as its box tells. */
async function pointerIn(element: Element, limit: CallLimit, position: DragPoint | undefined): Promise<DragPoint> {
  const mouse = dragMouseOf(element.page());
  if (mouse !== undefined) return mousePoint(mouse);
  const { x, y, width, height } = (await element.boundingBox(limit)) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + (position?.x ?? width / 2), y: y + (position?.y ?? height / 2) };
}

/** The next action must not continue the drag. */
async function release(page: Page): Promise<void> {
  const limit = { signal: new AbortController().signal, timeoutMs: RELEASE_LIMIT_MS };
  const late = () => new AppError('timeout', 'The page does not answer.');
  await withinLimit(() => page.mouse.up(), { ...limit, late }).catch(() => {});
}
