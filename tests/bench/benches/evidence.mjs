import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { asAction, serveStockPage, stockWork } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const FINAL = ['passed', 'failed', 'error', 'stopped'];

const stored = work => ({
  testCode: 't1',
  name: 'One hundred actions',
  type: 'web',
  actions: [{ type: 'visit', url: '/' }, ...work.map(asAction)].map((action, index) => ({
    actionId: `a${index + 1}`,
    ...action,
  })),
});

/** From the first action to the record of the run, as it says itself. */
async function runOnce({ client, folder, pages }) {
  await client.call('editProject', { settings: { evidence: { trace: pages ? 'on' : 'off' } } });
  const { runId, state } = await client.call('runTest', { moduleId: 'm1', testId: 't1', wait: 25 });
  let final = state;
  while (!FINAL.includes(final)) ({ state: final } = await client.call('getTestStatus'));
  if (final !== 'passed') throw new Error(`The run ${runId} ended as ${final}.`);
  const runFolder = path.join(folder, PROJECT_ID, '.steploom', 'runs', runId);
  const run = JSON.parse(await readFile(path.join(runFolder, 'run.json'), 'utf8'));
  const itemMs = run.items[0].ms;
  const wholeMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
  const bytes = pages ? (await stat(path.join(runFolder, 'trace.zip'))).size : 0;
  return { itemMs, wholeMs, bytes };
}

/** The same runs with the page of every action kept and without, one after the other. */
export const evidence = {
  title: 'runs of 101 actions that keep the page of every action, beside runs that do not',
  async measure({ rounds }) {
    const work = stockWork();
    const page = await serveStockPage();
    const workspace = await temporaryWorkspace();
    await writeProject(
      workspace.folder,
      [{ moduleCode: 'm1', name: 'Stock', rank: 1, tests: [stored(work)] }],
      page.url,
    );
    const service = await startService(workspace.folder, PROJECT_ID);
    const kept = [];
    try {
      // The first round warms the browser up.
      for (let round = 0; round <= rounds; round += 1) {
        const given = { client: service.client, folder: workspace.folder };
        const bare = await runOnce({ ...given, pages: false });
        const full = await runOnce({ ...given, pages: true });
        if (round > 0) kept.push({ bare, full });
      }
    } finally {
      await service.close();
      page.close();
      await workspace.remove();
    }
    const beside = name => ({ values: kept.map(({ full }) => full[name]), floor: kept.map(({ bare }) => bare[name]) });
    return [
      { what: 'the test, first to last action', unit: 'ms', ...beside('itemMs'), timesFloor: 1.2, must: true },
      { what: 'the whole run', unit: 'ms', ...beside('wholeMs'), timesFloor: 1.2, must: true },
      { what: 'kept of an action', unit: 'KB', values: kept.map(({ full }) => full.bytes / 1_000 / (work.length + 1)) },
    ];
  },
};
