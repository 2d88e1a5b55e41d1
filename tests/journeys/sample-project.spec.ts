import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiClient, type RunningSteploom, startSteploom } from '../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const Tests = z.object({ tests: z.array(z.object({ testCode: z.string(), name: z.string() })) });
const Started = z.object({ runId: z.string() });
const Status = z.object({ runId: z.string().optional(), state: z.string() });
const Action = z.object({
  title: z.string(),
  state: z.string(),
  error: z.object({ message: z.string(), expected: z.string(), actual: z.string() }).partial().optional(),
  screenshot: z.string().optional(),
});
const Item = z.object({ title: z.string(), state: z.string() });
const Results = z.object({
  runId: z.string(),
  outcome: z.string(),
  actions: z.array(Action).optional(),
  items: z.array(Item).optional(),
  scenarios: z.array(z.object({ state: z.string() })).optional(),
});

/** Two cores may have much else to do. */
const PATIENCE_MS = 150_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('a person who starts Steploom for the first time', { timeout: PATIENCE_MS }, () => {
  let workspace: TemporaryDirectory;
  let service: RunningSteploom;
  let client: ApiClient;

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    service = await startSteploom(workspace.path);
    client = await service.client('sample');
  });

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await workspace?.[Symbol.asyncDispose]();
  });

  /** How the run is; where it waits for a person, it goes on. */
  async function look() {
    const status = await client.call('getTestStatus', {}, Status);
    if (status.state === 'paused') await client.call('resumeTest', {}, Started);
    return status;
  }

  /** Runs the test of that name to its end. */
  async function run(name: string, options: object = {}) {
    const { tests } = await client.call('getTests', { filter: name }, Tests);
    const testId = tests.find(test => test.name === name)?.testCode;
    const { runId } = await client.call('runTest', { testId, ...options }, Started);
    const ended = { runId, state: expect.stringMatching(/passed|failed|error|stopped/) };
    await expect.poll(look, { timeout: PATIENCE_MS - 10_000 }).toMatchObject(ended);
    return client.call('getTestResults', { runId }, Results);
  }

  it('an empty workspace starts with the sample shop', () => {
    expect(service.projects).toEqual(['sample']);
  });

  it('every test of the Smoke suite of the sample shop passes', { tags: 'full' }, async () => {
    const { items, outcome } = await run('Smoke');
    expect(items?.map(({ title, state }) => `${state}: ${title}`)).toEqual([
      'passed: Welcomes the customer',
      'passed: Finds a product by name',
      'passed: Adds up the basket',
      'passed: Places an order',
      "passed: Lists the customer's orders",
    ]);
    expect(outcome).toBe('passed');
  });

  it.each([
    'Puts a product on the wish list',
    'Drags a product into the basket',
    'Empties the basket only when sure',
    'Has the same basket in every tab',
    'Shows a product beside the form',
    'Downloads the price list',
    'Offers the price list',
    'Adds a picture to a gift',
  ])('the sample test “%s” passes', { tags: 'full' }, async name => {
    const { outcome, actions = [] } = await run(name);
    expect(actions.filter(action => action.state !== 'passed')).toEqual([]);
    expect(outcome).toBe('passed');
  });

  it('the sample test that fails on purpose says why and keeps a picture', { tags: 'full' }, async () => {
    const { runId, actions = [], outcome } = await run('Shows the price with tax (fails on purpose)');
    expect(outcome).toBe('failed');
    expect(actions.map(action => action.state)).toEqual(['passed', 'failed', 'passed']);
    expect(actions[1]?.error).toMatchObject({
      message: expect.stringMatching(
        /^Expected .*element “price” .*contains? the text “incl\. tax”, but it is “€14\.00”\.$/,
      ),
      expected: 'incl. tax',
      actual: '€14.00',
    });
    const picture = join(workspace.path, 'sample', '.steploom', 'runs', runId, actions[1]?.screenshot ?? '');
    expect((await readFile(picture)).subarray(0, PNG.length)).toEqual(PNG);
  });

  it('a sample test runs once with every row of its data', { tags: 'full' }, async () => {
    const { items = [] } = await run('Refuses a wrong password');
    expect(items.map(item => item.state)).toEqual(['passed', 'passed', 'passed']);
  });

  it('a sample feature runs and reports scenarios with red steps as not implemented', { tags: 'full' }, async () => {
    const { runId } = await client.call('runFeatures', { features: ['f1'] }, Started);
    await expect.poll(look, { timeout: PATIENCE_MS - 10_000 }).toMatchObject({ runId, state: 'notImplemented' });
    const { scenarios = [] } = await client.call('getTestResults', { runId, detail: 'all' }, Results);
    expect(scenarios.map(({ state }) => state)).toEqual([
      'passed',
      'notImplemented',
      'notImplemented',
      'notImplemented',
    ]);
  });

  it('features are imported from the feature server with links, and their results are uploaded to it', {
    tags: 'full',
  }, async () => {
    const sync = { source: 'server' };
    expect(await client.call('checkFeatureServer', {}, z.looseObject({ ok: z.boolean() }))).toMatchObject({ ok: true });
    expect(await client.call('importFeatures', sync, z.unknown())).toMatchObject({ applied: true, stepsLinked: 10 });
    const { runId } = await client.call('runFeatures', { features: ['The basket'] }, Started);
    await expect.poll(look, { timeout: PATIENCE_MS - 10_000 }).toMatchObject({ runId, state: 'notImplemented' });
    expect(await client.call('uploadResults', { runId }, z.unknown())).toMatchObject({
      tests: [{ key: 'SHOP-301' }, { key: 'SHOP-302' }],
      upload: { ok: true, key: 'SHOP-901' },
    });
  });

  it('an order without an account passes in the environment guest', { tags: 'full' }, async () => {
    const { outcome, actions = [] } = await run('Places an order', { environment: 'guest' });
    expect(outcome).toBe('passed');
    expect(actions.every(action => action.state === 'passed')).toBe(true);
  });
});
