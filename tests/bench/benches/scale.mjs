import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchOptions } from '../support/browser.mjs';
import { installPeers, packageFile, runNode, runPlaywrightTest, runSteploom, turned } from '../support/runners.mjs';
import { temporaryWorkspace } from '../support/service.mjs';
import { featureText, writeScenarios } from '../support/stock-feature.mjs';
import { serveStockPage } from '../support/stock-page.mjs';

const SCENARIOS = 100;
const WORKERS = [1, 2];

/** Each runs all scenarios, in a process of its own, with fresh contexts and without evidence. */
const CONTESTANTS = {
  steploom: ({ workspace, workers }) =>
    runSteploom(workspace, [
      ...['f1', '--workers', String(workers), '--isolation', 'fresh'],
      ...['--trace', 'off', '--screenshots', 'off'],
    ]),
  'Playwright Test': asked => runPlaywrightTest('playwright.config.mjs', asked.environment),
  'cucumber-js': ({ environment, folder, workers }) =>
    runNode(
      [
        packageFile('@cucumber', 'cucumber', 'bin', 'cucumber.js'),
        path.join(folder, 'stock.feature'),
        ...['--import', 'cucumber-steps.mjs', '--format', 'progress'],
        ...(workers === 1 ? [] : ['--parallel', String(workers)]),
      ],
      environment,
    ),
  'playwright-bdd': async ({ environment }) => {
    const startedAt = performance.now();
    await runNode([packageFile('playwright-bdd', 'dist', 'cli', 'index.js'), '-c', 'bdd.config.mjs'], environment);
    const { peakMegabytes } = await runPlaywrightTest('bdd.config.mjs', environment);
    return { wholeMs: performance.now() - startedAt, peakMegabytes };
  },
};

/** From the start of the process to its end: 100 scenarios at one and two workers, beside the runners that people use. */
export const scale = {
  title: `${SCENARIOS} scenarios of 8 steps at ${WORKERS.join(' and ')} workers, from the start of the process to its end`,
  async measure({ rounds }) {
    await installPeers();
    const page = await serveStockPage();
    const workspace = await temporaryWorkspace();
    const apart = await temporaryWorkspace();
    await writeScenarios(workspace.folder, page.url, SCENARIOS);
    await writeFile(path.join(apart.folder, 'stock.feature'), featureText(SCENARIOS));
    const browser = JSON.stringify(await launchOptions());
    const kept = [];
    try {
      for (let round = 0; round < rounds; round += 1)
        for (const workers of WORKERS)
          for (const name of turned(Object.keys(CONTESTANTS), round)) {
            const environment = {
              ...{ BENCH_URL: page.url, BENCH_BROWSER: browser, BENCH_FOLDER: apart.folder },
              ...{ BENCH_WORKERS: String(workers), BENCH_COUNT: String(SCENARIOS) },
            };
            const asked = { workspace: workspace.folder, folder: apart.folder, environment, workers };
            kept.push({ name, workers, round, ...(await CONTESTANTS[name](asked)) });
          }
    } finally {
      page.close();
      await Promise.all([workspace.remove(), apart.remove()]);
    }
    const of = (name, workers, figure) =>
      kept.filter(each => each.name === name && each.workers === workers).map(each => each[figure]);
    return WORKERS.flatMap(workers =>
      Object.keys(CONTESTANTS).flatMap(name => [
        {
          what: `${name}, ${workers === 1 ? 'one worker' : `${workers} workers`}`,
          unit: 's',
          values: of(name, workers, 'wholeMs').map(ms => ms / 1_000),
          floor: of('Playwright Test', workers, 'wholeMs').map(ms => ms / 1_000),
          ...(name === 'steploom' ? { timesFloor: 1, must: true } : {}),
        },
        {
          what: `${name}, ${workers === 1 ? 'one worker' : `${workers} workers`}: memory of all processes`,
          unit: 'MB',
          values: of(name, workers, 'peakMegabytes'),
          floor: of('Playwright Test', workers, 'peakMegabytes'),
        },
      ]),
    );
  },
};
