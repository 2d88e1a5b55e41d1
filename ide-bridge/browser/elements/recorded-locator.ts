import type { ElementHandle, Frame } from 'playwright';
import { z } from 'zod';
import { literalLocator } from '../../../model/locator/format-locator.ts';
import { isGenerated } from '../../../model/locator/is-generated.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { ElementLocators } from '../../page/elements/element-locators.ts';
import { LocatorSteps } from '../../page/elements/locator-steps.ts';
import { locatorsOf } from '../../page/elements/locators-of.ts';
import { OwnSteps } from '../../page/elements/own-steps.ts';
import { inPageFor } from '../../page/in-page.ts';
import { callWithElement } from '../../playwright/utility-world.ts';

const Found = z.array(z.string());

/** Only the listing of the page has deeper frames. */
const MOST_FRAMES = 10;

const codeFor = (testId: string): string =>
  String(inPageFor(locatorsOf, { ElementLocators, LocatorSteps, OwnSteps }, { isGenerated, testId }));

/**
 * Includes the way into its frame. Undefined where no locator finds the element alone, where another process drives the
 * browser, and for what is gone.
 */
export async function recordedLocator(element: ElementHandle, testIdAttribute: string): Promise<string | undefined> {
  try {
    const frame = await element.ownerFrame();
    const way = frame === null ? '' : await wayInto(frame, testIdAttribute, 0);
    const own = await locatorIn(element, testIdAttribute);
    return way === undefined || own === undefined ? undefined : literalLocator(parseLocator(`${way}${own}`));
  } catch {
    return undefined;
  }
}

async function wayInto(frame: Frame, testIdAttribute: string, depth: number): Promise<string | undefined> {
  const parent = frame.parentFrame();
  if (parent === null) return '';
  if (depth === MOST_FRAMES) return undefined;
  const own = await locatorIn(await frame.frameElement(), testIdAttribute);
  const outer = await wayInto(parent, testIdAttribute, depth + 1);
  return own === undefined || outer === undefined ? undefined : `${outer}${own}.contentFrame().`;
}

async function locatorIn(element: ElementHandle, testIdAttribute: string): Promise<string | undefined> {
  const [best] = Found.catch([]).parse(await callWithElement(element, codeFor(testIdAttribute)));
  return best;
}
