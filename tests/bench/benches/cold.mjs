import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../../scripts/prepare/program.mjs';
import { timed } from '../support/api-client.mjs';
import { launchOptions } from '../support/browser.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { asAction, serveStockPage } from '../support/stock-page.mjs';
import { runWatched } from '../support/watched-process.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const WORK = [
  { kind: 'fill', target: 'note', value: 'counted' },
  { kind: 'click', target: 'save-note' },
  { kind: 'assert', target: 'last-note', value: 'Noted: counted' },
  { kind: 'fill', target: 'search', value: 'Shelf 20' },
  { kind: 'click', target: 'search-go' },
  { kind: 'assert', target: 'found', value: '2 shelves' },
  { kind: 'assert', target: 'heading', value: 'Stock' },
];

const RAW_SCRIPT = fileURLToPath(new URL('../support/raw-scenario.mjs', import.meta.url));
const FINAL = ['passed', 'failed', 'error', 'stopped'];

const stored = () => ({
  testCode: 't1',
  name: 'Eight actions',
  type: 'web',
  actions: [{ type: 'visit', url: '/' }, ...WORK.map(asAction)].map((action, index) => ({
    actionId: `a${index + 1}`,
    ...action,
  })),
});

/** In a process of its own, whose report shows each result when it is there. */
const runCommand = workspace =>
  runWatched([path.join(ROOT, 'bin', 'steploom.mjs'), '-w', workspace, 'run', 't1'], {
    isFirst: line => line.includes('✓ Eight actions'),
  });

const runRaw = (url, browser) =>
  runWatched([RAW_SCRIPT, url, JSON.stringify(WORK)], {
    isFirst: line => line === 'passed',
    env: { ...process.env, BENCH_BROWSER: JSON.stringify(browser) },
  });

async function runWarm({ client }) {
  let { runId, state } = await client.call('runTest', { moduleId: 'm1', testId: 't1', wait: 25 });
  while (!FINAL.includes(state)) ({ state } = await client.call('getTestStatus'));
  if (state !== 'passed') throw new Error(`The run ${runId} ended as ${state}.`);
}

/** One scenario from the start of the process, and asked of a service that runs, beside a script that is started for it. */
export const cold = {
  title: 'one scenario of 8 steps from the start of the process, beside a Playwright script in the same browser',
  async measure({ rounds }) {
    const page = await serveStockPage();
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, [{ moduleCode: 'm1', name: 'Stock', rank: 1, tests: [stored()] }], page.url);
    const apart = await temporaryWorkspace();
    await writeProject(apart.folder, [{ moduleCode: 'm1', name: 'Stock', rank: 1, tests: [stored()] }], page.url);
    const service = await startService(apart.folder, PROJECT_ID);
    const browser = await launchOptions();
    const kept = [];
    try {
      // The first round fills the caches of the disk, and warms the service up.
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await runCommand(workspace.folder);
        const bare = await runRaw(page.url, browser);
        const { ms: warmMs } = await timed(() => runWarm(service));
        if (round > 0) kept.push({ ours, bare, warmMs });
      }
    } finally {
      await service.close();
      page.close();
      await Promise.all([workspace.remove(), apart.remove()]);
    }
    const beside = name => ({ values: kept.map(({ ours }) => ours[name]), floor: kept.map(({ bare }) => bare[name]) });
    const warm = { values: kept.map(({ warmMs }) => warmMs), floor: kept.map(({ bare }) => bare.firstMs) };
    return [
      { what: 'start to the first result', unit: 'ms', ...beside('firstMs'), timesFloor: 1.15, must: true },
      { what: 'start to exit', unit: 'ms', ...beside('wholeMs'), timesFloor: 1.15 },
      { what: 'most memory of Node', unit: 'MB', ...beside('peakMegabytes'), timesFloor: 1.25, must: true },
      { what: 'asked of a running service', unit: 'ms', ...warm, timesFloor: 0.3, must: true },
    ];
  },
};
