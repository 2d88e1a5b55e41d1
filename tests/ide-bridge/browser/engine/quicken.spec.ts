import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineMode } from '../../../../ide-bridge/browser/engine/engine-mode.ts';
import { quickenContext } from '../../../../ide-bridge/browser/engine/quicken.ts';
import { implOf } from '../../../../ide-bridge/playwright/impl-of.ts';
import { hearInputActions } from '../../../../ide-bridge/playwright/input-actions.ts';
import { sharedBrowser } from '../../../support/browser.ts';

let context: BrowserContext;

beforeAll(async () => {
  context = await (await sharedBrowser()).newContext();
});
afterAll(() => context.close());

test('an engine that there is not is refused by its name, and none is the default', () => {
  expect(engineMode('')).toBe('quick');
  expect(engineMode('compare')).toBe('compare');
  expect(() => engineMode('playwrigth')).toThrow(
    'STEPLOOM_ENGINE is “playwrigth”: use quick, playwright or compare, or unset it.',
  );
});

test('with another release Playwright does all by itself, and that is said once', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const impl = implOf(context);
  const event = Reflect.get(Reflect.get(Object(impl), 'tracing'), '_contextCreatedEvent');
  const release = event.playwrightVersion;
  try {
    event.playwrightVersion = '1.99.0';
    await quickenContext(context, 'quick');
    await quickenContext(context, 'quick');
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      'Playwright does all by itself, which takes longer: it knows Playwright 1.65.1, and this is 1.99.0.\n',
    ]);
    const page = await context.newPage();
    await page.setContent('<button onclick="this.textContent = event.isTrusted">Go</button>');
    await page.getByRole('button').click();
    expect(await page.getByRole('button').textContent()).toBe('true');
    expect(await page.evaluate('requestAnimationFrame.name')).toBe('requestAnimationFrame');
  } finally {
    event.playwrightVersion = release;
    said.mockRestore();
  }
});

test('engines that are compared differ where Playwright is forced to click on what is covered, and there alone', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const compared = await (await sharedBrowser()).newContext();
  try {
    await quickenContext(compared, 'compare');
    const page = await compared.newPage();
    const covered = '<button style="position: absolute; top: 9rem">Covered</button>';
    await page.setContent(`<button>Free</button>${covered}<p style="position: fixed; inset: 6rem 0 0">Cover</p>`);
    await page.getByText('Free').click();
    expect(said.mock.calls).toEqual([]);
    await page.getByText('Covered').click({ force: true });
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^engines differ: click .*Covered.* at .*: our engine waits \(/),
    ]);
  } finally {
    said.mockRestore();
    await compared.close();
  }
});

test('Playwright acts where engines are compared, also beside a window in which ours does', async () => {
  const browser = await sharedBrowser();
  await using quick = await browser.newContext();
  await using compared = await browser.newContext();
  await quickenContext(quick, 'quick');
  await quick.newPage();
  await quickenContext(compared, 'compare');
  const heard: string[] = [];
  // Which Playwright tells of its own actions alone.
  hearInputActions(Object(implOf(compared)), async ({ method }) => {
    heard.push(method);
  });
  const page = await compared.newPage();
  await page.setContent('<button>Go</button>');
  await page.getByRole('button').click();
  expect(heard).toEqual(['click']);
});
