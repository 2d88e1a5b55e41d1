import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const WARM_UP = 20;
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

const wait = { type: 'wait', until: 'time', value: '60000', timeoutMs: 70_000 };

/** One that passes, one that fails with its evidence, one that goes on until something ends it. */
const TESTS = [
  [visit, look, press, picture],
  [visit, missing],
  [visit, wait],
].map((actions, index) => ({
  testCode: `t${index + 1}`,
  name: `Test ${index + 1}`,
  type: 'web',
  actions: actions.map((action, at) => ({ actionId: `a${index * 10 + at + 1}`, ...action })),
}));

const isChromium = ({ line }) => /chrom/.test(line);
const isBrowser = entry => isChromium(entry) && !entry.line.includes('--type=');
const isPage = entry => isChromium(entry) && entry.line.includes('--type=renderer');

/** What comes of run after run: of twenty, eight fail by themselves, two are stopped, one loses its page, one its browser. */
const ROUNDS = [
  ...Array.from({ length: 16 }, (_, turn) =>
    turn % 2 === 0 ? { testId: 't1', ends: 'passed' } : { testId: 't2', ends: 'error' },
  ),
  { testId: 't3', ends: 'stopped', disturb: ({ client }) => client.call('stopTest') },
  { testId: 't3', ends: 'stopped', disturb: ({ client }) => client.call('stopTest') },
  { testId: 't3', ends: 'error', disturb: ({ pid }) => killBelow(pid, isPage) },
  { testId: 't3', ends: 'error', disturb: ({ pid }) => killBelow(pid, isBrowser) },
];

async function runAll(service, count) {
  const { client } = service;
  for (let turn = 0; turn < count; turn += 1) {
    const { testId, ends, disturb } = ROUNDS[turn % ROUNDS.length];
    let status = await client.call('runTest', {
      moduleId: 'm1',
      testId,
      ...(disturb === undefined ? { wait: 25 } : {}),
    });
    let isDisturbed = disturb === undefined;
    while (UNDER_WAY.includes(status.state)) {
      status = await client.call('getTestStatus');
      if (isDisturbed || status.action?.type !== 'wait') continue;
      isDisturbed = true;
      await disturb(service);
    }
    if (status.state !== ends) throw new Error(`The run of ${testId} ended as ${status.state}.`);
  }
}

/** The processes that one has started, and those that they started in turn. Linux only. */
async function processesBelow(pid) {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const read = async id => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    return { id: Number(id), parent: Number(/\) \S (\d+)/.exec(stat)?.[1]), line };
  };
  const all = await Promise.all(ids.map(read));
  const below = parent => all.filter(each => each.parent === parent).flatMap(each => [each, ...below(each.id)]);
  return below(pid);
}

async function killBelow(pid, isMeant) {
  for (const { id } of (await processesBelow(pid)).filter(isMeant)) process.kill(id, 'SIGKILL');
}

async function countFolders(temporary) {
  const names = await readdir(temporary);
  return { temporary: names.length, profiles: names.filter(name => /profile|browser|chromium/i.test(name)).length };
}

const figuresOf = async ({ ask, pid }, temporary) => ({
  ...(await ask('figures')),
  processes: (await processesBelow(pid)).length,
  ...(await countFolders(temporary)),
});

const ROWS = [
  { name: 'heap', what: 'heap after garbage collection', unit: 'MB', moreThanFloor: 5 },
  { name: 'resident', what: 'resident memory', unit: 'MB', moreThanFloor: 40 },
  { name: 'handles', what: 'active handles', unit: '', moreThanFloor: 2 },
  { name: 'processes', what: 'processes below the service', unit: '', moreThanFloor: 1 },
  { name: 'temporary', what: 'entries in the temporary folder', unit: '', moreThanFloor: 0 },
  { name: 'profiles', what: 'folders of browsers', unit: '', moreThanFloor: 0 },
];

/** What 100 runs in one process leave behind; the floor is what there was before them. */
export const leaks = {
  title: `${RUNS} runs in one process, half of them failing, some stopped or bereft of their browser, beside the same process before them`,
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
      await runAll(service, WARM_UP);
      const before = await figuresOf(service, temporary);
      await runAll(service, RUNS);
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
