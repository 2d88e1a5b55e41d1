/**
 * Steploom as a contestant of a runner benchmark: `steploom-peer.mjs w1|w6|w2|w3`, started in the folder of the
 * benchmark, whose `workloads/defs.mjs` says what is to be done at $BENCH_URL. Starts the service, stores the work as
 * tests, runs them over the tool API, and appends the times {"name":"start"|"end","t"} to the file $BENCH_OUT.
 */
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startService } from '../../../dist/service.js';
import { ApiClient } from '../support/api-client.mjs';
import { createToken, temporaryWorkspace } from '../support/service.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const POLL_MS = 100;
const FINAL = ['passed', 'failed', 'error', 'stopped'];

const [workload] = process.argv.slice(2);
const definitions = await import(pathToFileURL(path.resolve('workloads/defs.mjs')).href);

const asAction = ({ kind, target, value }) => {
  const locator = `getByTestId('${target}')`;
  if (kind === 'goto') return { type: 'visit', url: '/' };
  if (kind === 'fill') return { type: 'fill', locator, value };
  if (kind === 'click') return { type: 'click', locator };
  return { type: 'assert', matcher: 'toHaveText', locator, expected: value };
};

/** One test for w1 and w6, which open the page before the clock runs; one per scenario for the others. */
function storedTests() {
  const scenarios = workload === 'w3' ? 1 : definitions.scenarioCount?.();
  const works =
    workload === 'w1' || workload === 'w6'
      ? [[{ kind: 'goto' }, ...definitions[workload]()]]
      : Array.from({ length: scenarios }, (_, at) => definitions.scenario(at + 1));
  let actions = 0;
  return works.map((work, at) => ({
    testCode: `t${at + 1}`,
    name: `Work ${at + 1}`,
    type: 'web',
    actions: work.map(each => {
      actions += 1;
      return { actionId: `a${actions}`, ...asAction(each) };
    }),
  }));
}

/** All tests in one run, as the other runners do them; each has a browser context of its own. */
async function runAll(client) {
  const workers = Number(process.env.BENCH_WORKERS ?? 1);
  const { runId, state } = await client.call('runTests', { workers, wait: 25 });
  let final = state;
  while (!FINAL.includes(final)) {
    await setTimeout(POLL_MS);
    ({ state: final } = await client.call('getTestStatus'));
  }
  if (final !== 'passed') throw new Error(`The run ended as ${final}.`);
  return runId;
}

/** When each test began and ended, as the run's own record tells it; with the page open, its first action is left out. */
async function recordedMarks(folder, runId) {
  const file = path.join(folder, PROJECT_ID, '.steploom', 'runs', runId, 'run.json');
  const { items } = JSON.parse(await readFile(file, 'utf8'));
  const opensBefore = workload === 'w1' || workload === 'w6';
  return items.flatMap(({ startedAt, ms, actions }) => {
    const began = Date.parse(startedAt);
    return [
      { name: 'start', t: began + (opensBefore ? actions[0].ms : 0) },
      { name: 'end', t: began + ms },
    ];
  });
}

const workspace = await temporaryWorkspace();
const tests = storedTests();
await writeProject(workspace.folder, [{ moduleCode: 'm1', name: 'Work', rank: 1, tests }], process.env.BENCH_URL);
const service = await startService({ workspaceFolder: workspace.folder, port: 0 });
try {
  const token = await createToken(workspace.folder, service.url, PROJECT_ID);
  const client = new ApiClient(`${service.url}/api/mcp`, token);
  const marks = await recordedMarks(workspace.folder, await runAll(client));
  client.close();
  await appendFile(process.env.BENCH_OUT, marks.map(mark => `${JSON.stringify(mark)}\n`).join(''));
} finally {
  await service.dispose();
  await workspace.remove();
}
