/**
 * `npm run screenshots [-- -t light]`: pictures of all screens into the folder STEPLOOM_SCREENSHOTS, else `screenshots`.
 * `STEPLOOM_SCREENS='^menu'` takes those alone whose names fit. Each is held against the rules of accessibility while it
 * is there, with the menus that are open.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, openIde, openWindow } from '../ide/open-page.ts';
import { SCREENS, screensOf } from '../ide/screens.ts';
import type { Author } from '../support/author.ts';
import { openScenery, SAMPLE } from './scenery.ts';
import { SHOTS, type Shot } from './shots.ts';
import { type ToolGate, toolGateOf } from './tool-gate.ts';

const FOLDER = resolve(process.env.STEPLOOM_SCREENSHOTS ?? 'screenshots');
const WINDOW = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' as const };
const WANTED = new RegExp(process.env.STEPLOOM_SCREENS ?? '');
const THEMES = ['light', 'dark'] as const;

let scenery: Awaited<ReturnType<typeof openScenery>>;

beforeAll(async () => {
  scenery = await openScenery();
  await mkdir(FOLDER, { recursive: true });
  // A page is open on the sample, which runs and states of the app window want.
  await using opened = await openIde(scenery.app, `/p/${SAMPLE}/main/modules`, { until: 'connected' });
  await opened.page.getByRole('treeitem').first().waitFor();
  const { owner } = scenery;
  await owner.do('runTests', { projectId: SAMPLE, modules: ['m1'], screenshots: 'each', wait: 24 });
  await runEnded(owner);
  await owner.do('createVersion', { projectId: SAMPLE, name: 'Next' });
  await owner.do('editTest', {
    projectId: SAMPLE,
    versionId: 'next',
    moduleCode: 'm1',
    testCode: 't1',
    name: 'Known user',
  });
  await owner.do('navigateUrl', { projectId: SAMPLE, url: '/' });
}, 300_000);

const Status = z.looseObject({ state: z.string() });

/** A busy machine takes its time. */
async function runEnded(owner: Author): Promise<void> {
  const isUnderWay = async () =>
    (await owner.client.call('getTestStatus', { projectId: SAMPLE }, Status)).state.endsWith('ing');
  while (await isUnderWay()) await new Promise(resolve => setTimeout(resolve, 500));
}

afterAll(async () => {
  await writeFile(join(FOLDER, 'index.html'), contactSheet());
  await scenery[Symbol.asyncDispose]();
});

const fileOf = ({ screen, state }: Shot, theme: string): string => `${screen}-${state}-${theme}.png`;

test('every screen that there is has its picture', () => {
  const pictured = new Set(SHOTS.flatMap(({ path }) => screensOf(path)));
  expect(SCREENS.filter(screen => !pictured.has(screen))).toEqual([]);
});

test.each(THEMES)('the pictures of the %s theme', { timeout: 900_000 }, async colorScheme => {
  const gates: ToolGate[] = [];
  const prepare = async (page: Page) => {
    gates.push(await toolGateOf(page));
  };
  await using opened = await openIde(scenery.app, '/projects', { ...WINDOW, colorScheme, prepare });
  const { page } = opened;
  const [gate] = gates;
  if (gate === undefined) throw new Error('The page has no gate.');
  page.setDefaultTimeout(10_000);
  const problems: string[] = [];
  for (const shot of SHOTS.filter(({ screen }) => WANTED.test(screen))) {
    gate.held = shot.held ?? [];
    gate.refused = shot.refused ?? [];
    try {
      await page.goto(new URL(shot.path, page.url()).href);
      await settle(page, shot);
      await shot.act?.(page);
    } catch (error) {
      // The others are of use without it.
      problems.push(`${fileOf(shot, colorScheme)}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: join(FOLDER, fileOf(shot, colorScheme)), animations: 'disabled' });
    await expectAccessible(page).catch((error: unknown) => {
      problems.push(`${fileOf(shot, colorScheme)}: ${String(error).slice(0, 600)}`);
    });
  }
  await using outside = await openWindow({ ...WINDOW, colorScheme, prepare: async () => {} });
  await outside.page.goto(new URL('/', page.url()).href);
  await outside.page.getByRole('heading').first().waitFor();
  await outside.page.screenshot({ path: join(FOLDER, `sign-in-ready-${colorScheme}.png`), animations: 'disabled' });
  expect(problems).toEqual([]);
});

const SETTLED_MS = 6_000;
const DRAWN_MS = 500;
const NO_GREYS = 'document.querySelector(".mantine-Skeleton-root") === null && document.querySelector("h1") !== null';

/** What is late is pictured as it is; a screen that loads for ever is meant to. */
async function settle(page: Page, { state }: Shot): Promise<void> {
  await page.locator('main').waitFor({ state: 'attached' });
  // Greys come a moment after the screen, and what they stand for later still.
  await page.waitForTimeout(DRAWN_MS);
  if (state === 'loading') return;
  await page.waitForFunction(NO_GREYS, undefined, { timeout: SETTLED_MS }).catch(() => {});
  // Pictures of the app come by a socket of their own.
  await page.waitForTimeout(DRAWN_MS);
}

function contactSheet(): string {
  const names = [
    ...SHOTS.map(shot => ({ screen: shot.screen, state: shot.state })),
    { screen: 'sign-in', state: 'ready' },
  ];
  const figures = names.flatMap(({ screen, state }) =>
    THEMES.map(theme => {
      const file = `${screen}-${state}-${theme}.png`;
      return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${screen} · ${state} · ${theme}</figcaption></figure>`;
    }),
  );
  const style =
    'body{font:14px sans-serif;margin:1rem}main{display:grid;grid-template-columns:repeat(2,1fr);gap:1rem}figure{margin:0}img{width:100%;border:1px solid #999}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style><h1>Screens</h1><main>${figures.join('\n')}</main></html>\n`;
}
