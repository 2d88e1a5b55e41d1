import type { Page } from 'playwright';
import type { Locator, LocatorStep } from '../../model/locator/locator.ts';
import { startClock } from '../browser/within-limit.ts';
import type { ElementDeed, Found } from './page-port.ts';
import { isCoveredByLabel } from './tick-element.ts';

type Element = ReturnType<Page['locator']>;
type Click = Extract<ElementDeed, { kind: 'click' }>;

const FIELD_ROLES = 'checkbox radio switch textbox searchbox combobox listbox spinbutton slider'.split(' ');

/** Steps that say what an element is; the others only choose among those found. */
const TELLING: readonly LocatorStep['kind'][] = [
  ...(['role', 'text', 'label', 'placeholder', 'altText', 'title', 'testId', 'selector'] as const),
];

/**
 * Clicks an element. Of a field that lies under its own label people click the label, which does the same; Playwright
 * alone would wait for it to go away.
 */
export async function clickElement(
  { element, found }: { element: Element; found: Found },
  { button, count, modifiers, position }: Click,
  { timeout, signal }: { timeout: number; signal: AbortSignal },
): Promise<void> {
  const remaining = startClock(timeout);
  const mayBeLabelled = button === 'left' && position === undefined && mayBeField(found.locator);
  const force = mayBeLabelled && (await element.evaluate(isCoveredByLabel, undefined, { timeout, signal }));
  const pointer = { timeout: remaining(), signal, button, modifiers: [...(modifiers ?? [])], force };
  const place = position === undefined ? {} : { position };
  return count === 2 ? element.dblclick({ ...pointer, ...place }) : element.click({ ...pointer, ...place });
}

/** Most clicks are for buttons and links: the page is asked nothing about those. */
function mayBeField({ steps }: Locator): boolean {
  const step = steps.findLast(({ kind }) => TELLING.includes(kind));
  if (step?.kind === 'role') return FIELD_ROLES.includes(step.role);
  return step?.kind !== 'text';
}
