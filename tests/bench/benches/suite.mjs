import { launchOptions } from '../support/browser.mjs';
import { installPeers, runPlaywrightTest, runSteploom, turned } from '../support/runners.mjs';
import { temporaryWorkspace } from '../support/service.mjs';
import { smallTests } from '../support/small-tests.mjs';
import { writeScenarios } from '../support/stock-feature.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { writeProject } from '../support/write-project.mjs';

const WORKERS = 2;

const SUITES = [
  {
    tests: 'small',
    count: 190,
    what: 'm1',
    write: (workspace, url, count) => writeProject(workspace, [smallTests(count)], url),
  },
  { tests: 'scenarios', count: 60, what: 'f1', write: writeScenarios },
];

const BARE = ['--trace', 'off', '--screenshots', 'off'];

const ours =
  (...options) =>
  ({ workspace, what }) =>
    runSteploom(workspace, [what, '--workers', String(WORKERS), ...options]);

const playwrightTest =
  trace =>
  ({ environment }) =>
    runPlaywrightTest('playwright.config.mjs', { ...environment, BENCH_TRACE: trace });

const FLOOR = 'Playwright Test';
const CONTESTANTS = {
  'Steploom, bare': ours(...BARE),
  'Steploom, pages kept': ours('--trace', 'on'),
  'Steploom, bare, windows anew': ours(...BARE, '--isolation', 'fresh'),
  [FLOOR]: playwrightTest('off'),
  'Playwright Test, with trace': playwrightTest('on'),
};

async function measureSuite({ tests, count, what, write }, { rounds, url, browser }) {
  const workspace = await temporaryWorkspace();
  const apart = await temporaryWorkspace();
  const kept = [];
  try {
    await write(workspace.folder, url, count);
    const environment = {
      ...{ BENCH_URL: url, BENCH_BROWSER: browser, BENCH_FOLDER: apart.folder, BENCH_TESTS: tests },
      ...{ BENCH_WORKERS: String(WORKERS), BENCH_COUNT: String(count) },
    };
    for (let round = 0; round < rounds; round += 1)
      for (const name of turned(Object.keys(CONTESTANTS), round)) {
        const asked = { workspace: workspace.folder, what, environment };
        kept.push({ name, ...(await CONTESTANTS[name](asked)) });
      }
  } finally {
    await Promise.all([workspace.remove(), apart.remove()]);
  }
  const of = (name, figure) => kept.filter(each => each.name === name).map(each => each[figure]);
  return Object.keys(CONTESTANTS).flatMap(name => [
    {
      what: `${count} ${tests}: ${name}`,
      unit: 'ms a test',
      values: of(name, 'wholeMs').map(ms => ms / count),
      floor: of(FLOOR, 'wholeMs').map(ms => ms / count),
      ...(name === 'Steploom, bare' ? { timesFloor: 0.6, must: true } : {}),
    },
    {
      what: `${count} ${tests}: ${name}, memory of all processes`,
      unit: 'MB',
      values: of(name, 'peakMegabytes'),
      floor: of(FLOOR, 'peakMegabytes'),
    },
  ]);
}

/** Two suites from the start of the process to its end, beside the runner that people use. */
export const suite = {
  title: `190 small tests and 60 scenarios of 8 steps, ${WORKERS} workers, beside Playwright Test`,
  async measure({ rounds }) {
    await installPeers();
    const page = await serveStockPage();
    const browser = JSON.stringify(await launchOptions());
    const all = [];
    try {
      for (const each of SUITES) all.push(...(await measureSuite(each, { rounds, url: page.url, browser })));
    } finally {
      page.close();
    }
    return all;
  },
};
