import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright';
import { expect as expectOf } from 'playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineMode } from '../../../../ide-bridge/browser/engine/engine-mode.ts';
import { quickenContext } from '../../../../ide-bridge/browser/engine/quicken.ts';
import { sharedBrowser } from '../../../support/browser.ts';
import { type Answer, servePages } from '../app-fixture.ts';
import { pageOf, SITUATIONS, type TargetName } from './situations.ts';

/** Long enough for what comes late on a busy machine, and short for what never comes. */
const LIMIT_MS = { hopeful: 20_000, hopeless: 900 };

type DeedOnPage = (element: Locator, timeout: number) => Promise<unknown>;

interface DeedCase {
  target: TargetName;
  deed: DeedOnPage;
  /** What it needs, beside an element that is seen. Default: nothing. */
  needs?: 'input' | 'pointer';
  /** Done in several steps, between which an element may go. */
  isLong?: boolean;
}

const DEEDS: Record<string, DeedCase> = {
  click: { target: 'button', needs: 'pointer', deed: (element, timeout) => element.click({ timeout }) },
  hover: { target: 'button', needs: 'pointer', deed: (element, timeout) => element.hover({ timeout }) },
  fill: {
    target: 'field',
    needs: 'input',
    isLong: true,
    deed: (element, timeout) => element.fill('text', { timeout }),
  },
  check: { target: 'box', needs: 'pointer', isLong: true, deed: (element, timeout) => element.check({ timeout }) },
  select: { target: 'list', needs: 'input', deed: (element, timeout) => element.selectOption('B', { timeout }) },
  'expect to be visible': { target: 'button', deed: (element, timeout) => expectOf(element).toBeVisible({ timeout }) },
};

const cases = Object.entries(SITUATIONS).flatMap(([situation, about]) =>
  Object.entries(DEEDS)
    .filter(([, { isLong = false }]) => !(about.isFleeting && isLong))
    .map(([deed, { target, needs }]) => ({
      situation,
      deed,
      about,
      isHopeless: isHopeless(about.hopeless, deed, needs),
      page: pageOf(about, target),
    })),
);

/** The pointer needs what other input needs, except that a hover is for what is disabled as well. */
function isHopeless(hopeless: string | undefined, deed: string, needs: string | undefined): boolean {
  if (hopeless === 'input') return needs !== undefined && deed !== 'hover';
  return hopeless === 'all' || (hopeless !== undefined && needs === hopeless);
}

const MODES: readonly EngineMode[] = ['playwright', 'quick'];
const opened = new Map<EngineMode, { context: BrowserContext; page: Page }>();
let pages: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  const served: Record<string, Answer> = Object.fromEntries(cases.map(({ page }, at) => [`/${at}`, page]));
  pages = await servePages(served);
  const browser = await sharedBrowser();
  for (const mode of MODES) {
    const context = await browser.newContext();
    await quickenContext(context, mode);
    opened.set(mode, { context, page: await context.newPage() });
  }
});

afterAll(async () => {
  for (const { context } of opened.values()) await context.close();
  await pages[Symbol.asyncDispose]();
});

function targetOn(page: Page, frames: readonly string[] = []): Locator {
  let scope: Page | FrameLocator = page;
  for (const frame of frames) scope = scope.frameLocator(frame);
  return scope.locator('#t');
}

/** What became of a case: whether the deed was done, what the page noted, and where it was scrolled to. */
async function outcomeOf(mode: EngineMode, at: number) {
  const each = cases[at];
  const { page } = opened.get(mode) ?? {};
  if (page === undefined || each === undefined) throw new Error(`There is no page for ${mode}.`);
  const { deed, about, isHopeless } = each;
  await page.goto(`${pages.origin}/${at}`);
  const timeout = isHopeless ? LIMIT_MS.hopeless : LIMIT_MS.hopeful;
  const said = await DEEDS[deed]?.deed(targetOn(page, about.frame), timeout).then(
    () => 'done',
    () => 'not done',
  );
  return { said, notes: await page.evaluate('window.notes') };
}

test('there are at least 200 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
});

describe('both engines do the same, and the page notes the same', () => {
  test.each(cases.map(({ situation, deed }, at) => ({ situation, deed, at })))(
    '$deed of an element $situation',
    async ({ at }) => {
      const [alone, quick] = [await outcomeOf('playwright', at), await outcomeOf('quick', at)];
      expect(quick).toEqual(alone);
    },
  );
});
