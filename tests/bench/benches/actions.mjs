import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { timed } from '../support/api-client.mjs';
import { startChild } from '../support/child.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { asAction, serveStockPage, stockWork } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const MODULE = 'm1';
const TEST = 't1';
const FINAL = ['passed', 'failed', 'error', 'stopped'];

/** A test that opens the page, then does the work. */
function storedTest(work) {
  const actions = [{ type: 'visit', url: '/' }, ...work.map(asAction)];
  const stored = actions.map((action, index) => ({ actionId: `a${index + 1}`, ...action }));
  return { testCode: TEST, name: 'One hundred actions', type: 'web', actions: stored };
}

async function runToEnd({ client }) {
  const { runId, state } = await client.call('runTest', { moduleId: MODULE, testId: TEST, wait: 25 });
  let final = state;
  while (!FINAL.includes(final)) ({ state: final } = await client.call('getTestStatus'));
  if (final !== 'passed') throw new Error(`The run ${runId} ended as ${final}.`);
  return runId;
}

/** What the run's own record says of the actions after the first one, which opens the page. */
async function readRecord(workspace, runId) {
  const file = path.join(workspace, PROJECT_ID, '.steploom', 'runs', runId, 'run.json');
  const { items } = JSON.parse(await readFile(file, 'utf8'));
  const [{ ms, actions }] = items;
  const [visit, ...rest] = actions;
  return { workMs: ms - visit.ms, actionsMs: rest.map(action => action.ms) };
}

async function measureRound({ workspace, service, raw, url, work }) {
  const { result: runId, ms: wholeMs } = await timed(() => runToEnd(service));
  const ours = { wholeMs, ...(await readRecord(workspace, runId)) };
  const bare = await raw.ask({ kind: 'run', url, work });
  return { ours, bare };
}

const ofKind = (work, wanted, { actionsMs }) => actionsMs.filter((_, index) => work[index].kind === wanted);

function summaries(work, kept) {
  const pick = name => ({ values: kept.map(({ ours }) => ours[name]), floor: kept.map(({ bare }) => bare[name]) });
  const pickKind = kind => ({
    values: kept.flatMap(({ ours }) => ofKind(work, kind, ours)),
    floor: kept.flatMap(({ bare }) => ofKind(work, kind, bare)),
  });
  return [
    { what: '100 actions, first to last', unit: 'ms', ...pick('workMs'), timesFloor: 1.05, must: true },
    { what: 'the whole run with its page', unit: 'ms', ...pick('wholeMs'), timesFloor: 1.05 },
    { what: 'click', unit: 'ms', ...pickKind('click'), moreThanFloor: 10 },
    { what: 'fill', unit: 'ms', ...pickKind('fill') },
    { what: 'assert', unit: 'ms', ...pickKind('assert') },
  ];
}

/** A stored test, run by the service, beside a Playwright script that does the same; both browsers are warm. */
export const actions = {
  title: 'a run of 100 actions, beside a Playwright script',
  async measure({ rounds }) {
    const work = stockWork();
    const page = await serveStockPage();
    const workspace = await temporaryWorkspace();
    const module = { moduleCode: MODULE, name: 'Stock', rank: 1, tests: [storedTest(work)] };
    await writeProject(workspace.folder, [module], page.url);
    const service = await startService(workspace.folder, PROJECT_ID);
    const raw = startChild('raw-playwright.mjs');
    const kept = [];
    try {
      await raw.first;
      // The first round warms both browsers up.
      for (let round = 0; round <= rounds; round += 1) {
        const measured = await measureRound({ workspace: workspace.folder, service, raw, url: page.url, work });
        if (round > 0) kept.push(measured);
      }
    } finally {
      await raw.end('SIGTERM');
      await service.close();
      page.close();
      await workspace.remove();
    }
    return summaries(work, kept);
  },
};
