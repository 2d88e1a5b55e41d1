import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/prepare/program.mjs';
import { launchOptions } from '../support/browser.mjs';
import { runTree } from '../support/process-tree.mjs';
import { temporaryWorkspace } from '../support/service.mjs';
import { featureText, writeScenarios } from '../support/stock-feature.mjs';
import { serveStockPage } from '../support/stock-page.mjs';

const SCENARIOS = 100;
const WORKERS = [1, 2];
const PEERS = fileURLToPath(new URL('../peers', import.meta.url));

const packageFile = (...names) => path.join(PEERS, 'node_modules', ...names);
const playwright = (config, { environment }) =>
  node([packageFile('@playwright', 'test', 'cli.js'), 'test', '-c', config], environment);
const node = (args, environment) =>
  runTree(process.execPath, args, { cwd: PEERS, env: { ...process.env, ...environment } });

/** Each runs all scenarios, in a process of its own, with fresh contexts and without evidence. */
const CONTESTANTS = {
  steploom: ({ workspace, workers }) =>
    node([
      path.join(ROOT, 'bin', 'steploom.mjs'),
      ...['-w', workspace, 'run', 'f1', '--workers', String(workers)],
      ...['--trace', 'off', '--screenshots', 'off', '--reporter', 'progress'],
    ]),
  'Playwright Test': asked => playwright('playwright.config.mjs', asked),
  'cucumber-js': ({ environment, folder, workers }) =>
    node(
      [
        packageFile('@cucumber', 'cucumber', 'bin', 'cucumber.js'),
        path.join(folder, 'stock.feature'),
        ...['--import', 'cucumber-steps.mjs', '--format', 'progress'],
        ...(workers === 1 ? [] : ['--parallel', String(workers)]),
      ],
      environment,
    ),
  'playwright-bdd': async asked => {
    const startedAt = performance.now();
    await node([packageFile('playwright-bdd', 'dist', 'cli', 'index.js'), '-c', 'bdd.config.mjs'], asked.environment);
    const { peakMegabytes } = await playwright('bdd.config.mjs', asked);
    return { wholeMs: performance.now() - startedAt, peakMegabytes };
  },
};

async function installPeers() {
  if (existsSync(packageFile('playwright-bdd'))) return;
  process.stderr.write('Installing the other runners …\n');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: PEERS,
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
}

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

/** Who begins is another one in each round. */
const turned = (names, round) => names.map((_, at) => names[(at + round) % names.length]);
