import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { timed } from '../support/api-client.mjs';
import { startChild } from '../support/child.mjs';
import { cpuTimeOf } from '../support/cpu-time.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { asAction, lateWork, scenarioWork, serveStockPage, stockWork } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const FINAL = ['passed', 'failed', 'error', 'stopped'];
const SCENARIOS = 6;

/** Enough that what opening the page costs, which differs by 100 ms from run to run, is nearly the same for both. */
const ACTION_RUNS = 3;
const FEW = 20;

/**
 * What each contestant does, and how many actions, pairs or scenarios that is (`per`). `isWhole` where opening the page and
 * closing it counts as well; `few`: the beginning of the work, whose processor time is taken off with that of opening.
 */
const WORKS = {
  t1: { what: '100 actions', per: 100, times: ACTION_RUNS, work: stockWork(), few: 't4', timesFloor: 0.6 },
  t2: { what: 'content after 50 ms', per: 20, times: 1, work: lateWork(), timesFloor: 0.8 },
  t3: {
    what: 'a scenario in a fresh context',
    per: 1,
    times: SCENARIOS,
    work: scenarioWork(),
    isWhole: true,
    timesFloor: 0.85,
  },
};
const FEW_WORKS = { t4: { what: `${FEW} actions`, per: FEW, times: ACTION_RUNS, work: stockWork().slice(0, FEW) } };
const ALL_WORKS = { ...WORKS, ...FEW_WORKS };

/** A service for each engine. */
const ENGINES = { quick: 'our engine', playwright: "Playwright's engine" };
/** Whether its runs keep the page of every action. */
const EVIDENCE = { 'nothing kept': false, 'pages kept': true };

const OURS = Object.values(ENGINES).flatMap(engineName => Object.keys(EVIDENCE).map(kept => `${engineName}, ${kept}`));

const storedTests = () =>
  Object.entries(ALL_WORKS).map(([testCode, { what, work }], at) => ({
    testCode,
    name: what,
    type: 'web',
    actions: [{ type: 'visit', url: '/' }, ...work.map(asAction)].map((action, index) => ({
      actionId: `a${at * 1_000 + index + 1}`,
      ...action,
    })),
  }));

async function runOnce({ client, folder }, testId) {
  const { result: runId, ms } = await timed(async () => {
    const started = await client.call('runTest', { moduleId: 'm1', testId, wait: 25 });
    let { state } = started;
    while (!FINAL.includes(state)) ({ state } = await client.call('getTestStatus'));
    if (state !== 'passed') throw new Error(`${testId} ended as ${state}.`);
    return started.runId;
  });
  const file = path.join(folder, PROJECT_ID, '.steploom', 'runs', runId, 'run.json');
  const [item] = JSON.parse(await readFile(file, 'utf8')).items;
  return { wholeMs: ms, workMs: item.ms - item.actions[0].ms };
}

/** Wall and processor time of a test that is run one or several times, in ms. */
async function runTimes(pid, { times, isWhole }, once) {
  const before = cpuTimeOf(pid);
  let wall = 0;
  for (let time = 0; time < times; time += 1) {
    const { wholeMs, workMs } = await once();
    wall += isWhole ? wholeMs : workMs;
  }
  return { wall, cpu: cpuTimeOf(pid) - before };
}

/** Wall and processor time of one piece of work, each per action, pair or scenario. */
async function measured(testId, { pid, once }) {
  const { per, times, few, ...how } = WORKS[testId];
  const { wall, cpu } = await runTimes(pid, { times, ...how }, () => once(testId));
  if (few === undefined) return { wall: wall / times / per, cpu: cpu / times / per };
  const begun = await runTimes(pid, { times, ...how }, () => once(few));
  return { wall: wall / times / per, cpu: (cpu - begun.cpu) / times / (per - FEW_WORKS[few].per) };
}

async function startEngine(folder, asked, url) {
  await writeProject(folder, [{ moduleCode: 'm1', name: 'Work', rank: 1, tests: storedTests() }], url);
  const service = await startService(folder, PROJECT_ID, { env: { ...process.env, STEPLOOM_ENGINE: asked } });
  const contestants = Object.entries(EVIDENCE).map(([kept, pages]) => ({
    name: `${ENGINES[asked]}, ${kept}`,
    pid: service.pid,
    prepare: () => service.client.call('editProject', { settings: { evidence: { trace: pages ? 'on' : 'off' } } }),
    once: testId => runOnce({ client: service.client, folder }, testId),
  }));
  return { contestants, close: () => service.close() };
}

async function startAll(url) {
  const workspace = await temporaryWorkspace();
  const started = [];
  for (const asked of Object.keys(ENGINES))
    started.push(await startEngine(path.join(workspace.folder, asked), asked, url));
  const child = startChild('raw-playwright.mjs');
  await child.first;
  const once = testId => child.ask({ kind: 'run', url, work: ALL_WORKS[testId].work });
  const raw = { name: 'raw', pid: child.pid, prepare: async () => {}, once };
  const close = async () => {
    await child.end('SIGTERM');
    for (const each of started) await each.close();
    await workspace.remove();
  };
  return { contestants: [raw, ...started.flatMap(({ contestants }) => contestants)], close };
}

/** Each round in another order, so that nobody always follows the same one. */
const turned = (list, by) => list.map((_, at) => list[(at + by) % list.length]);

function measurementsOf(kept) {
  const rows = [];
  for (const [testId, { what, timesFloor }] of Object.entries(WORKS))
    for (const name of OURS)
      for (const time of ['wall', 'cpu']) {
        const pick = who => kept.map(round => round[testId][who][time]);
        const isJudged = name === `${ENGINES.quick}, nothing kept` && time === 'wall';
        const label = time === 'wall' ? 'time' : 'processor time';
        const measured = { what: `${what}, ${name}: ${label}`, unit: 'ms', values: pick(name), floor: pick('raw') };
        rows.push({ ...measured, ...(isJudged ? { timesFloor, must: true } : {}) });
      }
  return rows;
}

/** The same work by a Playwright script and by both engines, with and without the pages of every action kept, in turn. */
export const engine = {
  title: 'a Playwright script beside both engines: 100 actions, late content, scenarios in fresh contexts',
  async measure({ rounds }) {
    const page = await serveStockPage();
    const { contestants, close } = await startAll(page.url);
    const kept = [];
    try {
      // The first round warms the browsers up.
      for (let round = 0; round <= rounds; round += 1) {
        const times = {};
        for (const testId of Object.keys(WORKS)) {
          times[testId] = {};
          for (const contestant of turned(contestants, round)) {
            await contestant.prepare();
            times[testId][contestant.name] = await measured(testId, contestant);
          }
        }
        if (round > 0) kept.push(times);
      }
    } finally {
      await close();
      page.close();
    }
    return measurementsOf(kept);
  },
};
