import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { viewLink } from './run-page.ts';
import { eventually } from './shared-app.ts';

/** Ways in which three scenarios went, from run to run. */
const RUNS = [
  ['passed', 'failed', 'failed'],
  ['failed', 'failed', 'passed'],
  ['passed', 'failed', 'passed'],
];

async function storeRuns(folder: string): Promise<string> {
  const archive = new RunArchive(join(folder, '.steploom/runs'));
  const head = { format: 1, projectId: 'shop', versionId: 'main', title: 'Turns', startedBy: 'spec', items: [] };
  const place = { featureCode: 'f7', featureName: 'Turns', file: 'turns.feature', line: 1, ms: 0, steps: [] };
  const names = ['Now and then', 'Never', 'Since lately'];
  let newest = '';
  for (const states of RUNS) {
    const runId = await archive.begin();
    const scenarios = states
      .map((state, index) => ({ ...place, scenario: `f7.s${index + 1}`, name: names[index], state }))
      .toReversed();
    await archive.save(
      Run.parse({ ...head, runId, startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1, state: 'failed', scenarios }),
    );
    newest = runId;
  }
  return newest;
}

describe('results of a report', () => {
  const shop = useBasketShop();
  let runId: string;
  beforeAll(async () => {
    runId = await storeRuns(shop.app.folder);
  });

  it.each(THEMES)(
    'a report marks flaky scenarios and lists them after failed ones in the %s theme',
    { tags: 'full' },
    async colorScheme => {
      const page = await showIde(shop.app, `/p/shop/main/runs/${runId}/report`, { colorScheme });
      const results = page.getByRole('region', { name: 'Feature Turns' }).getByRole('region');
      const texts = async () =>
        (await results.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').replace(' 0 ms', ''));
      await expect.poll(texts, eventually).toEqual(['Never', 'Now and then flaky 1/3', 'Since lately']);
      await expectAccessible(page);
    },
  );

  it('a scenario that passed only when it was run again is called flaky in the list of runs and in its report', {
    tags: 'full',
  }, async () => {
    const archive = new RunArchive(join(shop.app.folder, '.steploom/runs'));
    const again = await archive.begin();
    const place = { featureCode: 'f8', featureName: 'Again', file: 'again.feature', line: 1, ms: 0, steps: [] };
    const scenario = { ...place, scenario: 'f8.s1', name: 'Twice', state: 'passed', flaky: true, attempts: [] };
    const head = { format: 1, projectId: 'shop', versionId: 'main', title: 'Again', startedBy: 'spec', items: [] };
    const when = { startedAt: '2026-01-02T00:00:00.000Z', elapsedMs: 1, state: 'passed' };
    await archive.save(Run.parse({ ...head, ...when, runId: again, scenarios: [scenario] }));
    const page = await showIde(shop.app, '/p/shop/main/runs');
    const run = page.getByRole('listitem').filter({ hasText: again });
    await run.getByText('passed · flaky').waitFor();
    await expectAccessible(page);
    await run.getByRole('link').click();
    await viewLink(page, 'Report').click();
    await page.getByRole('region', { name: 'Scenario Twice' }).getByText('flaky 1/1').waitFor();
  });

  it('a report shows what ran before and after a test, and how earlier attempts ended', { tags: 'full' }, async () => {
    const archive = new RunArchive(join(shop.app.folder, '.steploom/runs'));
    const again = await archive.begin();
    const { moduleCode } = shop.look;
    const hook = { testCode: 't7', title: 'Log in', state: 'passed', ms: 5, actions: [] };
    const action = { testCode: 't7', actionId: 'a1', actionIndex: 0, type: 'click', title: 'Click Log in', ms: 5 };
    const error = { message: 'There is no Log in.' };
    const before = { ...hook, state: 'failed', actions: [{ ...action, state: 'failed', error }] };
    const course = { state: 'failed', ms: 9, actions: [], signIns: [{ ...hook, role: 'buyer' }], before, after: hook };
    const items = [{ ...course, testCode: 't8', moduleCode, title: 'Buy', attempts: [{ ...course, error }] }];
    const head = { format: 1, projectId: 'shop', versionId: 'main', title: 'Buy', startedBy: 'spec', state: 'failed' };
    await archive.save(
      Run.parse({ ...head, startedAt: '2026-01-03T00:00:00.000Z', elapsedMs: 1, runId: again, items, scenarios: [] }),
    );
    const page = await showIde(shop.app, `/p/shop/main/runs/${again}/report`);
    const rows = page.getByRole('list', { name: 'Actions of Buy' }).getByRole('listitem');
    const texts = async () => (await rows.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());
    await expect
      .poll(texts, eventually)
      .toEqual([
        'Sign in as buyer: Log in 5 ms',
        'Before: Log in 5 ms Click Log in 5 ms There is no Log in.',
        'Click Log in 5 ms There is no Log in.',
        'After: Log in 5 ms',
        'Attempt 1: Click Log in 9 ms There is no Log in.',
      ]);
    await expectAccessible(page);
  });

  it('a report shows a picture of a failure and leads to the failed action of the run', async () => {
    const failedId = await shop.run('runFeatures', { features: ['f1'] });
    const page = await showIde(shop.app, `/p/shop/main/runs/${failedId}/report`);
    const failed = page.getByRole('region', { name: 'Scenario Fill' });
    const picture = failed.getByRole('link', { name: /^Screenshot of “/ });
    await expect
      .poll(() => picture.locator('img').evaluate(img => 'naturalWidth' in img && img.naturalWidth), eventually)
      .toBeGreaterThan(0);
    await expectAccessible(page);
    await picture.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /^The page after “/ }).waitFor();
    await dialog.press('Escape');
    const chosen = page.getByRole('treeitem', { selected: true });
    await expect.poll(() => chosen.innerText(), eventually).toMatch(/heading|h1|text/i);
    await page.goBack();
    await picture.waitFor();
  });
});
