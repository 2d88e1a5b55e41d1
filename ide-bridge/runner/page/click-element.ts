import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import { startClock } from '../../browser/limits/within-limit.ts';
import type { ElementDeed, Found } from './page-port.ts';
import { isCoveredByLabel } from './tick-element.ts';

type Element = ReturnType<Page['locator']>;
interface Limit {
  timeout: number;
  signal: AbortSignal;
}
type Click = Extract<ElementDeed, { kind: 'click' }>;

const FIELD_ROLES = 'checkbox radio switch textbox searchbox combobox listbox spinbutton slider'.split(' ');

/** Steps that say what an element is; the others only choose among those found. */
const TELLING: readonly LocatorStep['kind'][] = [
  ...(['role', 'text', 'label', 'placeholder', 'altText', 'title', 'testId', 'selector'] as const),
];

/** A click that is not done by then may wait for a label to go away. */
const ASK_AFTER_MS = 150;

/**
 * Clicks an element. Of a field that lies under its own label people click the label, which does the same; Playwright
 * alone would wait for it to go away.
 */
export async function clickElement(
  { element, found }: { element: Element; found: Found },
  { button, count, modifiers, position }: Click,
  { timeout, signal }: Limit,
): Promise<void> {
  const press = (limit: Limit & { force: boolean }) => {
    const place = position === undefined ? {} : { position };
    const pointer = { ...limit, ...place, button, modifiers: [...(modifiers ?? [])] };
    return count === 2 ? element.dblclick(pointer) : element.click(pointer);
  };
  const mayBeLabelled = button === 'left' && position === undefined && mayBeField(found.locator);
  if (!mayBeLabelled) return await press({ timeout, signal, force: false });
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
async function liesUnderLabel(element: Element, { timeout, signal }: Limit): Promise<boolean> {
  try {
    await pause(ASK_AFTER_MS, undefined, { signal });
    return await element.evaluate(isCoveredByLabel, undefined, { timeout, signal });
  } catch {
    return false;
  }
}

/** Most clicks are for buttons and links: the page is asked nothing about those. */
function mayBeField({ steps }: Locator): boolean {
  const step = steps.findLast(({ kind }) => TELLING.includes(kind));
  if (step?.kind === 'role') return FIELD_ROLES.includes(step.role);
  return step?.kind !== 'text';
}
