import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const WARM_UP = 10;
const RUNS = 100;
const UNDER_WAY = ['starting', 'running'];

const visit = { type: 'visit', url: '/' };
const look = {
  type: 'assert',
  matcher: 'toHaveText',
  locator: "getByTestId('take-7')",
  expected: 'Take from {{ 3 + 4 }}',
};
const press = { type: 'click', locator: "getByTestId('take-7')" };
const picture = { type: 'screenshot' };
const missing = { type: 'click', locator: "getByRole('button', { name: 'Take from none' })", timeoutMs: 100 };

/** One that passes, one that fails with its evidence. */
const TESTS = [
  [visit, look, press, picture],
  [visit, missing],
].map((actions, index) => ({
  testCode: `t${index + 1}`,
  name: `Test ${index + 1}`,
  type: 'web',
  actions: actions.map((action, at) => ({ actionId: `a${index * 10 + at + 1}`, ...action })),
}));

const ENDS = { t1: 'passed', t2: 'error' };

async function runAll(client, count) {
  for (let turn = 0; turn < count; turn += 1) {
    const testId = TESTS[turn % TESTS.length].testCode;
    let { state } = await client.call('runTest', { moduleId: 'm1', testId, wait: 25 });
    while (UNDER_WAY.includes(state)) ({ state } = await client.call('getTestStatus'));
    if (state !== ENDS[testId]) throw new Error(`The run of ${testId} ended as ${state}.`);
  }
}

/** Ids of all processes with the ids of their parents. Linux only. */
async function processes() {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const read = async id => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    return { id: Number(id), parent: Number(/\) \S (\d+)/.exec(stat)?.[1]) };
  };
  return Promise.all(ids.map(read));
}

async function countBelow(pid) {
  const all = await processes();
  const below = parent => all.filter(each => each.parent === parent).reduce((sum, { id }) => sum + 1 + below(id), 0);
  return below(pid);
}

async function countFolders(temporary) {
  const names = await readdir(temporary);
  return { temporary: names.length, profiles: names.filter(name => name.includes('profile')).length };
}

const figuresOf = async ({ ask, pid }, temporary) => ({
  ...(await ask('figures')),
  processes: await countBelow(pid),
  ...(await countFolders(temporary)),
});

const ROWS = [
  { name: 'heap', what: 'heap after garbage collection', unit: 'MB', moreThanFloor: 5 },
  { name: 'resident', what: 'resident memory', unit: 'MB', moreThanFloor: 40 },
  { name: 'handles', what: 'active handles', unit: '', moreThanFloor: 2 },
  { name: 'processes', what: 'processes below the service', unit: '', moreThanFloor: 1 },
  { name: 'temporary', what: 'entries in the temporary folder', unit: '', moreThanFloor: 0 },
  { name: 'profiles', what: 'browser profiles', unit: '', moreThanFloor: 0 },
];

/** What 100 runs in one process leave behind; the floor is what there was before them. */
export const leaks = {
  title: `${RUNS} runs in one process, beside the same process before them`,
  async measure() {
    const served = await serveStockPage();
    const workspace = await temporaryWorkspace();
    const scratch = await temporaryWorkspace();
    const temporary = path.join(scratch.folder, 'tmp');
    await mkdir(temporary);
    await writeProject(workspace.folder, [{ moduleCode: 'm1', name: 'Runs', rank: 1, tests: TESTS }], served.url);
    const options = { execArgv: ['--expose-gc'], env: { ...process.env, TMPDIR: temporary } };
    const service = await startService(workspace.folder, PROJECT_ID, options);
    try {
      await runAll(service.client, WARM_UP);
      const before = await figuresOf(service, temporary);
      await runAll(service.client, RUNS);
      const after = await figuresOf(service, temporary);
      await service.close();
      const left = await countFolders(temporary);
      const rows = ROWS.map(({ name, ...row }) => ({ ...row, values: [after[name]], floor: [before[name]] }));
      return [
        ...rows,
        { what: 'left in the temporary folder at the end', unit: '', values: [left.temporary], atMost: 0 },
      ];
    } finally {
      await service.close();
      served.close();
      await workspace.remove();
      await scratch.remove();
    }
  },
};
