/**
 * Steploom as a contestant of a runner benchmark: `steploom-peer.mjs w1|w6|w2|w3`, started in the folder of the
 * benchmark, whose `workloads/defs.mjs` says what is to be done at $BENCH_URL. Stores the work as tests, runs them as
 * `steploom run` does, with its defaults, and appends the times {"name":"start"|"end","t"} to the file $BENCH_OUT.
 */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { main } from '../../../dist/cli.js';
import { temporaryWorkspace } from '../support/service.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

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

/** When each test began and ended, as the run's own record tells it; with the page open, its first action is left out. */
async function recordedMarks(folder) {
  const runs = path.join(folder, PROJECT_ID, '.steploom', 'runs');
  const [runId] = await readdir(runs);
  const { items } = JSON.parse(await readFile(path.join(runs, runId, 'run.json'), 'utf8'));
  const opensBefore = workload === 'w1' || workload === 'w6';
  return items.flatMap(({ startedAt, ms, actions }) => {
    const began = Date.parse(startedAt);
    return [
      { name: 'start', t: began + (opensBefore ? actions[0].ms : 0) },
      { name: 'end', t: began + ms },
    ];
  });
}

// The same browser as the others have.
process.env.STEPLOOM_BROWSER ??= process.env.BENCH_CHROMIUM ?? '/usr/bin/chromium';
const workspace = await temporaryWorkspace();
try {
  await writeProject(
    workspace.folder,
    [{ moduleCode: 'm1', name: 'Work', rank: 1, tests: storedTests() }],
    process.env.BENCH_URL,
  );
  process.exitCode = await main(['-w', workspace.folder, 'run', '--workers', process.env.BENCH_WORKERS ?? '1']);
  const marks = await recordedMarks(workspace.folder);
  await appendFile(process.env.BENCH_OUT, marks.map(mark => `${JSON.stringify(mark)}\n`).join(''));
} finally {
  await workspace.remove();
}
