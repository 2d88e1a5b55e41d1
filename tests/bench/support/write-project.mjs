import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const PROJECT_ID = 'bench';

const write = (folder, name, content) =>
  writeFile(path.join(folder, name), `${JSON.stringify({ format: 1, ...content }, null, 2)}\n`);

/** Writes a project with the given modules as it is on disk. */
export async function writeProject(workspace, modules = [], appUrl = undefined, projectId = PROJECT_ID) {
  const folder = path.join(workspace, projectId);
  const version = path.join(folder, 'versions', 'main');
  await mkdir(path.join(version, 'modules'), { recursive: true });
  await write(folder, 'project.json', { projectId, name: 'Bench', appUrl, defaultVersion: 'main' });
  await write(version, 'version.json', { versionId: 'main', name: 'Main' });
  await write(version, 'environments.json', { environments: [] });
  for (const module of modules) await write(path.join(version, 'modules'), `${module.moduleCode}.json`, module);
}

/** Actions such as people record, some 300 bytes each with its layout, no two locators alike. */
const KINDS = [
  n => ({
    type: 'visit',
    url: `/customers/${n}/orders?status=open&sort=newest&page=1`,
    comment: `Orders of customer ${n}, newest first`,
  }),
  n => ({
    type: 'click',
    locator: `getByRole('row', { name: 'Order ${n} ' }).getByRole('button', { name: 'Show details' })`,
  }),
  n => ({
    type: 'fill',
    locator: `getByRole('form', { name: 'Order ${n}' }).getByLabel('Reference of the customer')`,
    value: `Reference ${n} of {{ env.CUSTOMER }}`,
  }),
  n => ({
    type: 'assert',
    matcher: 'toHaveText',
    locator: `getByTestId('order-${n}-total')`,
    expected: `${n % 900}.50 EUR, shipping included`,
    timeoutMs: 15_000,
  }),
  n => ({
    type: 'select',
    locator: `locator('#order-${n}').getByLabel('Way of shipping', { exact: true })`,
    values: ['Parcel, insured'],
  }),
  n => ({
    type: 'check',
    locator: `locator('#order-${n} input[name="gift-wrapping"]')`,
    comment: 'Wrapped orders are packed by hand',
  }),
  n => ({ type: 'press', key: 'Enter', locator: `getByPlaceholder('Search in order ${n} by name or number')` }),
  n => ({
    type: 'extract',
    from: 'text',
    locator: `getByRole('heading', { name: 'Order ${n}', level: 2 })`,
    into: 'orderHeading',
    pattern: 'Order (\\d+)',
  }),
  n => ({
    type: 'wait',
    until: 'visible',
    locator: `getByText('Order ${n} was saved', { exact: true })`,
    comment: 'The notice fades in',
  }),
  n => ({
    type: 'assert',
    matcher: 'toBeVisible',
    locator: `getByRole('link', { name: 'Invoice of order ${n}' }).filter({ hasText: 'PDF' })`,
  }),
];

export const ACTIONS_PER_TEST = KINDS.length;

/** A test with ten actions; its number makes all its codes and locators. */
export const largeTest = number => ({
  testCode: `t${number}`,
  name: `Order ${number} is changed and saved`,
  type: 'web',
  tags: ['@orders'],
  actions: KINDS.map((make, index) => ({ actionId: `a${(number - 1) * KINDS.length + index + 1}`, ...make(number) })),
});

/** Modules full of tests, numbered through. */
export const largeModules = (moduleCount, testsPerModule) =>
  Array.from({ length: moduleCount }, (_, at) => ({
    moduleCode: `m${at + 1}`,
    name: `Orders ${at + 1}`,
    rank: at + 1,
    tests: Array.from({ length: testsPerModule }, (_, index) => largeTest(at * testsPerModule + index + 1)),
  }));
