import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { timed } from '../support/api-client.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, largeTest, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const MODULES = 100;
const TESTS_PER_MODULE = 100;
const EDITS_PER_ROUND = 40;

/** What a module of this project looks like on disk. */
const MODULE_TEXT = JSON.stringify(largeModules(1, TESTS_PER_MODULE), null, 2);

const moduleOf = number => `m${Math.ceil(number / TESTS_PER_MODULE)}`;

/** Spreads over all modules, and never meets the same test twice. */
const targetOf = turn => {
  const number = ((turn * 101) % (MODULES * TESTS_PER_MODULE)) + 1;
  return { moduleCode: moduleOf(number), testCode: `t${number}` };
};

const withoutIds = ({ name, actions }) => ({ name, actions: actions.map(({ actionId, ...action }) => action) });

/** The least that makes an edit of a module safe: a new file, flushed, takes the place of the old one. */
async function writeSafely(folder) {
  const temporary = path.join(folder, 'module.part');
  const file = await open(temporary, 'w');
  await file.write(MODULE_TEXT);
  await file.sync();
  await file.close();
  await rename(temporary, path.join(folder, 'module.json'));
  const directory = await open(folder);
  await directory.sync();
  await directory.close();
}

/** One edit of each kind, each beside a write of the same size; the test that is made is deleted again. */
async function editOnce({ call, folder }, turn, { values, floor }) {
  const target = targetOf(turn);
  const take = async (name, args) => {
    const { result, ms } = await timed(() => call(name, args));
    values[name].push(ms);
    floor[name].push((await timed(() => writeSafely(folder))).ms);
    return result;
  };
  const locator = `getByRole('button', { name: 'Save ${turn}' })`;
  await take('createAction', { ...target, type: 'click', locator });
  await take('editAction', { ...target, actionIndex: 2, value: `Reference ${turn}` });
  const { moduleCode } = target;
  const { test } = await take('createTest', { moduleCode, ...withoutIds(largeTest(20_000 + turn)) });
  await take('deleteTest', { moduleCode, testCode: test.testCode });
}

const TOOLS = ['createAction', 'editAction', 'createTest', 'deleteTest'];
const emptyLists = () => Object.fromEntries(TOOLS.map(tool => [tool, []]));

async function measureEdits({ client }, folder, rounds) {
  const found = { values: emptyLists(), floor: emptyLists() };
  const call = (name, args) => client.call(name, args);
  for (let turn = 0; turn < rounds * EDITS_PER_ROUND; turn += 1) await editOnce({ call, folder }, turn, found);
  const { values, floor } = found;
  return TOOLS.map(what => ({ what, unit: 'ms', values: values[what], floor: floor[what], atMost: 10, must: true }));
}

/** Opens the project again in each round, and edits it in the last one. */
async function measureAll(workspace, rounds) {
  const opens = [];
  const resident = [];
  for (let round = 1; ; round += 1) {
    const service = await startService(workspace.folder, PROJECT_ID);
    try {
      opens.push(service.openMs);
      resident.push(service.residentAfterOpen);
      if (round < rounds) continue;
      const measurements = await measureEdits(service, workspace.folder, rounds);
      return [
        { what: 'open the project', unit: 'ms', values: opens, atMost: 2_500, must: true },
        { what: 'memory after open', unit: 'MB', values: resident, atMost: 400, must: true },
        ...measurements,
        { what: 'memory after the edits', unit: 'MB', values: [await service.residentMegabytes()], atMost: 400 },
      ];
    } finally {
      await service.close();
    }
  }
}

/** Edits one after the other in a project as large as anyone keeps in one place. */
export const edits = {
  title: 'edits in a project of 10,000 tests with 10 actions each, beside a safe write of one module',
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    try {
      await writeProject(workspace.folder, largeModules(MODULES, TESTS_PER_MODULE));
      return await measureAll(workspace, rounds);
    } finally {
      await workspace.remove();
    }
  },
};
