/** What is on the pictures: the sample project after a run, a filled project with a history, and an empty one. */
import { dirname, join } from 'node:path';
import { Run } from '../../model/run/run.ts';
import { RunArchive } from '../../server/runs/record/run-archive.ts';
import type { Author } from '../support/author.ts';
import { ownerOf } from '../support/owner.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

interface Scenery extends AsyncDisposable {
  app: TestApp;
  owner: Author;
}

export const SAMPLE = 'sample';
export const FILLED = 'filled';
/** As specs call it; nothing is in it. */
export const EMPTY = 'shop';

const MODULES: Readonly<Record<string, readonly string[]>> = {
  'Sign in': ['Valid user', 'Wrong password', 'Locked account', 'Session runs out'],
  Basket: ['Add a product', 'Change the quantity', 'Remove the last product', 'Voucher'],
  Checkout: ['Pay by card', 'Pay on account', 'Delivery to another address', 'Order without an account'],
  Search: ['Find by name', 'Find nothing', 'Filters and sorting of a result with very many products in it'],
  Administration: ['Create a product', 'Refund an order'],
};
const RUNS = 24;
const DAY_MS = 86_400_000;

export async function openScenery(): Promise<Scenery> {
  const app = await startTestApp({ withIde: false });
  const workspace = dirname(app.folder);
  const owner = await ownerOf(workspace);
  await owner.do('createSampleProject');
  await owner.do('createProject', { newProjectId: FILLED, name: 'Online store', appUrl: 'http://127.0.0.1:9' });
  await fill(owner);
  await storeRuns(join(workspace, FILLED));
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function fill(owner: Author): Promise<void> {
  const projectId = FILLED;
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: "getByLabel('User name')", value: '{{user}}' },
    { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
    { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading')", expected: 'Welcome' },
  ];
  for (const [name, tests] of Object.entries(MODULES)) {
    const { moduleCode } = await owner.module(name, { projectId });
    for (const test of tests) await owner.test(moduleCode, test, { projectId, actions });
  }
  const steps = 'Given the shop is open\n    When I put a lantern into the basket\n    Then the basket shows 1 product';
  const text = `Feature: Basket\n\n  Scenario: Add a product\n    ${steps}\n`;
  await owner.do('createFeature', { projectId, file: 'basket.feature', text });
}

/** Every test each day; some fail now and then, one takes long. */
async function storeRuns(folder: string): Promise<void> {
  const archive = new RunArchive(join(folder, '.steploom/runs'));
  const tests = Object.entries(MODULES).flatMap(([module, names], index) =>
    names.map(name => ({ module, moduleCode: `m${index + 1}`, name })),
  );
  for (let day = 0; day < RUNS; day += 1) {
    const items = tests.map(({ module, moduleCode, name }, index) => {
      const isBad = (index === 5 && day % 3 === 0) || (index === 9 && day > 18) || (index === 2 && day === 11);
      const what = { testCode: `t${index + 1}`, moduleCode, moduleName: module, title: name };
      const head = { actionIndex: 3, actionId: `a${4 * index + 4}`, testCode: what.testCode, type: 'assert' };
      const error = { message: 'The heading has another text.', expected: 'Welcome', actual: 'Sign in' };
      const action = { ...head, title: 'Check text of heading', ms: 310 };
      const ms = index === 10 ? 18_400 : 1_200 + 40 * index;
      if (!isBad) return { ...what, state: 'passed', ms, actions: [{ ...action, state: 'passed' }] };
      return { ...what, state: 'failed', ms, actions: [{ ...action, state: 'failed', error }] };
    });
    const state = items.some(item => item.state === 'failed') ? 'failed' : 'passed';
    const head = { format: 1, runId: await archive.begin(), projectId: FILLED, versionId: 'main', startedBy: 'Ann' };
    const startedAt = new Date(Date.now() - (RUNS - day) * DAY_MS).toISOString();
    const git = { branch: 'main', commit: '606c0581f2' };
    await archive.save(
      Run.parse({ ...head, title: `${items.length} tests`, startedAt, elapsedMs: 48_300, state, git, items }),
    );
  }
}
