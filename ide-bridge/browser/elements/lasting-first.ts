import type { Page } from 'playwright';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { AppSession } from '../session/app-session.ts';

/** Locators that still find one element once hidden elements are shown come first. */
export async function lastingFirst(session: AppSession, page: Page, locators: readonly string[]): Promise<string[]> {
  const counted = await Promise.all(
    locators.map(async text => ({ text, count: await session.locate(withHidden(parseLocator(text)), page).count() })),
  );
  const texts = (isLasting: boolean) =>
    counted.filter(({ count }) => (count === 1) === isLasting).map(({ text }) => text);
  return [...texts(true), ...texts(false)];
}

const withHidden = ({ steps }: Locator): Locator => ({ steps: steps.map(hiddenStep) });

function hiddenStep(step: LocatorStep): LocatorStep {
  if (step.kind === 'role') return { ...step, includeHidden: true };
  return step.kind === 'has' ? { ...step, locator: withHidden(step.locator) } : step;
}
