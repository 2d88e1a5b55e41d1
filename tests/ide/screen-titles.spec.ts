import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp();

const IN_PROJECT = [
  ['modules', 'Modules'],
  ['modules?dialog=files', 'Files – Modules'],
  ['modules?dialog=new-version', 'New version – Modules'],
  ['modules?dialog=rename-version', 'Rename version – Modules'],
  ['modules?dialog=compare-versions', 'Compare versions – Modules'],
  ['modules?dialog=copy-tests', 'Copy tests – Modules'],
  ['features', 'Features'],
  ['features?dialog=import', 'Import – Features'],
  ['features/linking', 'Linking desk'],
  ['runs', 'Runs'],
  ['runs/r1', 'Run r1'],
  ['runs/r1/report', 'Report of run r1'],
  ['runs/r1/report?dialog=upload', 'Upload – Report of run r1'],
  ['modules/m1/t99', 'No test t99'],
  ['runs/r99', 'Run r99'],
] as const;

const SETTINGS = ['General', 'Integrations', 'Environments', 'Authentication', 'Browser', 'Appearance', 'API'];

test('every screen has a title of its own and one heading of the first level', { tags: 'full' }, async () => {
  const { path, moduleCode, testCode } = await shop.newTest(comments('one'), 'Valid user');
  const page = await showIde(shop.app, path);
  await shop.author.do('runTest', { testId: testCode, wait: 20 });
  const project = 'Shop – Steploom';
  const screens: [string, string][] = [
    ['/projects', 'Projects – Steploom'],
    ['/projects/new', 'New project – Steploom'],
    ['/p/shop/main/nowhere', 'Nothing at this address – Steploom'],
    [path, `Valid user – ${project}`],
    [`${path}?part=parameters`, `Valid user – ${project}`],
    [`/p/shop/main/modules/${moduleCode}`, `Sign in – ${project}`],
    ...SETTINGS.map((name): [string, string] => [
      `/p/shop/main/settings/${name.toLowerCase()}`,
      `${name} – Settings – ${project}`,
    ]),
    ...IN_PROJECT.map(([place, title]): [string, string] => [`/p/shop/main/${place}`, `${title} – ${project}`]),
  ];
  for (const [place, title] of screens) {
    await page.goto(new URL(place, page.url()).href);
    await expect.poll(() => page.title(), eventually).toBe(title);
    await expect.poll(() => page.locator('h1').count(), eventually).toBe(1);
  }
});

const BASKET = `Feature: Basket
  Scenario: Fill it
    Given a cup
  Scenario Outline: Empty it
    Given a <thing>
    Examples:
      | thing |
      | spoon |
`;

const goFrom = (page: Page) => (place: string) => page.goto(new URL(place, page.url()).href);

test('dialogs are opened by their addresses', async () => {
  const { path, testCode } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path);
  const go = goFrom(page);
  await shop.author.do('runTest', { testId: testCode, wait: 20 });
  for (const [place, name] of [
    ['/projects/open', 'Open folder'],
    ['/p/shop/main/modules?dialog=new-version', 'New version'],
    ['/p/shop/main/modules?dialog=rename-version', 'Rename the version'],
    ['/p/shop/main/modules?dialog=compare-versions', 'Compare versions'],
    ['/p/shop/main/modules?dialog=copy-tests', 'Copy tests to another version'],
    ['/p/shop/main/runs/r1/report?dialog=upload', 'Upload results'],
    ['/p/shop/main/features?dialog=import', 'Import features'],
  ] as const) {
    await go(place);
    await page.getByRole('dialog', { name }).waitFor();
  }
});

test('settings, CI and Health are opened by their addresses', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const go = goFrom(page);
  for (const [place, name] of [
    ['/p/shop/main/settings/general', 'General'],
    ['/p/shop/main/settings/integrations', 'Integrations'],
    ['/p/shop/main/settings/authentication', 'Authentication'],
    ['/p/shop/main/settings/browser', 'Browser'],
    ['/p/shop/main/ci', 'CI'],
    ['/p/shop/main/health', 'Health'],
  ] as const) {
    await go(place);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }
});

test('views of a feature, the linking desk and the live browser are opened by their addresses', async () => {
  await shop.author.do('createFeature', { text: BASKET });
  const page = await showIde(shop.app, '/p/shop/main/features/f1?view=text');
  const go = goFrom(page);
  await page.getByText('Scenario: Fill it').waitFor();
  await go('/p/shop/main/features/f1/f1.s2?view=examples');
  await page.getByText('spoon').first().waitFor();
  await go('/p/shop/main/features/linking');
  await page.getByText('a cup').first().waitFor();
  await go('/p/shop/main/live');
  await page.getByRole('button', { name: 'Take over' }).waitFor();
});
