import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ConnectedShop, cloudSettings, openConnectedShop, serverSettings } from '../../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../../support/sample-tm/start-sample-tm.ts';

const OWN = `Feature: Own
  Scenario: Nobody knows its issue
    Given something is in the basket
`;
const PREFIXED = `@REQ_SHOP-2
Feature: Prefixed
  @TEST_SHOP-201
  Scenario: Signs in
    Given something is in the basket
    When nothing does this
`;

const Upload = z.looseObject({
  ok: z.boolean(),
  status: z.number().optional(),
  key: z.string().optional(),
  message: z.string().optional(),
});
const Reply = z.looseObject({
  uploaded: z.boolean(),
  sizeBytes: z.number(),
  tests: z.array(z.object({ key: z.string(), scenario: z.string(), status: z.string() })),
  leftOut: z.array(z.string()),
  leftOutTotal: z.number(),
  warnings: z.array(z.string()),
  upload: Upload.optional(),
});
const Kept = z.looseObject({ upload: Upload.optional() });
const Steps = z.array(
  z.looseObject({
    tags: z.array(z.looseObject({ name: z.string() })),
    elements: z.array(
      z.looseObject({ steps: z.array(z.looseObject({ result: z.looseObject({ status: z.string() }) })) }),
    ),
  }),
);

let shop: ConnectedShop;
const author = () => shop.author;
const upload = (args: object) => author().client.call('uploadResults', args, Reply);
const keptOf = async (runId: string) => (await author().client.call('getRun', { runId }, Kept)).upload;

/** Runs features to their end and gives the run. */
async function run(args: object): Promise<string> {
  const { client } = author();
  const { runId } = await client.call('runFeatures', { ...args, wait: 25 }, z.looseObject({ runId: z.string() }));
  const state = async () => (await client.call('getTestStatus', {}, z.looseObject({ state: z.string() }))).state;
  await expect.poll(state, { timeout: 60_000 }).not.toMatch(/starting|running/);
  return runId;
}

/** Another service, with faults, that takes results. */
async function withSink(faults: readonly string[], use: (tm: SampleTm) => Promise<void>): Promise<void> {
  await using tm = await startSampleTm({ faults });
  await shop.configure(cloudSettings(tm));
  await use(tm);
  await shop.configure(cloudSettings(shop.tm));
}

beforeEach(async () => {
  shop = await openConnectedShop({ withIde: true });
  await shop.configure(cloudSettings(shop.tm));
  await author().do('importFeatures', { source: 'server' });
  await author().do('importFeatures', { source: 'text', text: OWN, fileName: 'own.feature' });
  await author().do('importFeatures', { source: 'text', text: PREFIXED, fileName: 'prefixed.feature' });
  const { moduleCode } = await author().module('Shop');
  const link = async (text: string, testCode: string) => author().do('linkStep', { text, moduleCode, testCode });
  const nothing = (await author().test(moduleCode, 'Nothing')).testCode;
  const throwing = { type: 'script', code: "throw new Error('x'.repeat(9000))" };
  const failing = (await author().test(moduleCode, 'Fails', { actions: [throwing] })).testCode;
  for (const text of ['something is in the basket', 'a customer is signed in', 'everything is taken out'])
    await link(text, nothing);
  await link('the basket is empty', nothing);
  await link('<quantity> of <product> are put into the basket', failing);
});
afterEach(() => shop[Symbol.asyncDispose]());

describe('uploadResults', () => {
  test('a dry run shows what would be uploaded, and the upload keeps the answer with the run', async () => {
    const runId = await run({ features: ['f2', 'Own'] });
    const told = await upload({ runId, dryRun: true });
    expect(told).toMatchObject({
      uploaded: false,
      tests: [
        { key: 'SHOP-301', scenario: 'The basket takes what is put into it', status: 'failed' },
        { key: 'SHOP-302', scenario: 'The basket is emptied', status: 'passed' },
      ],
      leftOut: ['Own: Nobody knows its issue'],
      leftOutTotal: 1,
      to: `${shop.tm.url}/api/v2/import/execution/cucumber`,
    });
    const misplaced = await upload({ runId, dryRun: true, info: { summary: 'Nightly' } });
    expect(misplaced.warnings.join()).toContain('"info" has no "fields", in which');
    expect(shop.tm.executions).toEqual([]);
    expect(await keptOf(runId)).toBeUndefined();
    const sent = await upload({ runId, planKey: 'SHOP-77' });
    const to = `${shop.tm.url}/api/v2/import/execution/cucumber/multipart`;
    expect(sent).toMatchObject({ uploaded: true, to, upload: { ok: true, status: 200, key: 'SHOP-901', to } });
    expect(await keptOf(runId)).toEqual(sent.upload);
    const [execution] = shop.tm.executions;
    expect(execution?.tests).toEqual([
      { key: 'SHOP-301', scenario: 'The basket takes what is put into it', status: 'FAILED' },
      { key: 'SHOP-302', scenario: 'The basket is emptied', status: 'PASSED' },
    ]);
    expect(execution?.info).toMatchObject({
      fields: { project: { key: 'SHOP' }, summary: expect.stringContaining(runId) },
      xrayFields: { testPlanKey: 'SHOP-77' },
    });
    const longest = Math.max(
      ...JSON.stringify(execution?.report)
        .split('"')
        .map(text => text.length),
    );
    expect(longest).toBeLessThanOrEqual(8_192);
    expect((await upload({ runId, dryRun: true })).warnings.join()).toMatch(/uploaded at .* already.*SHOP-901/);
  });

  test('results of runs in several environments become executions of these, with version and chosen pictures', async () => {
    await shop.configure({ testEnvironments: { Staging: ['STG', 'EU'] } });
    for (const name of ['Staging', 'Live']) await author().do('createEnvironment', { name });
    const staging = await run({ features: ['f2'], environment: 'Staging' });
    const live = await run({ features: ['f2'], environment: 'Live' });
    const dry = await upload({ runId: staging, dryRun: true, version: '1.4', evidence: 'none' });
    expect(dry).toMatchObject({ execution: { environments: ['STG', 'EU'], version: '1.4' } });
    await upload({ runId: staging, version: '1.4', evidence: 'none' });
    await upload({ runId: live, evidence: 'failures' });
    await upload({ runId: live, environments: ['PROD'] });
    const made = shop.tm.executions.slice(-3);
    expect(made.map(({ environments }) => environments)).toEqual([['STG', 'EU'], ['Live'], ['PROD']]);
    expect(made[0]?.info).toMatchObject({ fields: { fixVersions: [{ name: '1.4' }] } });
    const embedded = made.map(({ report }) => JSON.stringify(report).split('image/png').length - 1);
    expect(embedded[0]).toBe(0);
    expect(embedded[1]).toBeGreaterThan(0);
    const filled = await upload({ runId: live, executionKey: made[0]?.key, dryRun: true });
    expect(filled).not.toHaveProperty('execution');
    await shop.configure({ testEnvironments: null });
  });

  test('a service of one own is told by the fields that the settings name, and a dry run says what it is not told', async () => {
    await author().do('createEnvironment', { name: 'Staging' });
    const runId = await run({ features: ['f2'], environment: 'Staging' });
    await shop.configure(serverSettings({ url: shop.tm.url }));
    const untold = await upload({ runId, dryRun: true, planKey: 'SHOP-77' });
    expect(untold.warnings.join()).toMatch(/not told the environments.*not told the plan/);
    const info = {
      fields: { customfield_1: ['{environments}'], customfield_2: '{planKey}', customfield_3: '{version}' },
    };
    await shop.configure({ info });
    await upload({ runId, planKey: 'SHOP-77' });
    const { fields } = z.object({ fields: z.record(z.string(), z.unknown()) }).parse(shop.tm.executions.at(-1)?.info);
    expect(fields).toMatchObject({ customfield_1: ['Staging'], customfield_2: 'SHOP-77', project: { key: 'SHOP' } });
    expect(fields).not.toHaveProperty('customfield_3');
  });

  test('uploadResults fills a named execution and translates keys and statuses for the service', async () => {
    await shop.configure({ keyPrefix: 'TEST_', statusMap: { undefined: 'TODO', passed: 'PASS' } });
    const runId = await run({ features: ['Prefixed'] });
    await upload({ runId, executionKey: 'SHOP-901' });
    const [feature] = Steps.parse(shop.tm.executions.at(-1)?.report);
    expect(feature?.tags.map(({ name }) => name)).toEqual(['@SHOP-901', '@REQ_SHOP-2']);
    expect(feature?.elements[0]?.steps.map(({ result }) => result.status)).toEqual(['PASS', 'TODO']);
    const [view] = (
      await author().client.call(
        'getFeatures',
        { feature: 'Prefixed' },
        z.object({ features: z.array(z.looseObject({ scenarios: z.array(z.looseObject({ issueKeys: z.any() })) })) }),
      )
    ).features;
    expect(view?.scenarios[0]?.issueKeys).toEqual(['SHOP-201']);
    const Path = z.looseObject({ path: z.string() });
    const { path } = await author().client.call('getReport', { runId, format: 'junit', as: 'file' }, Path);
    expect(await readFile(path, 'utf8')).toContain('name="test_key" value="SHOP-201"');
    await shop.configure({ keyPrefix: null, statusMap: null });
  });

  test.each([
    [['import/html'], 200, /is not JSON.*<title>Sign in/],
    [['import/forbidden'], 403, /answered 403/],
    [['sign-in/unauthorized'], 401, /Signing in failed/],
    [['import/server-error'], 503, /answered 503/],
  ])('a run keeps the reason why its upload failed: %j', { tags: 'full' }, async (faults, status, message) => {
    const runId = await run({ features: ['f2'] });
    await withSink(faults, async tm => {
      expect(await author().refusal('uploadResults', { runId })).toMatch(message);
      expect(await keptOf(runId)).toMatchObject({ ok: false, status, message: expect.stringMatching(message) });
      expect(tm.executions).toEqual([]);
    });
    expect(await upload({ runId })).toMatchObject({ upload: { ok: true } });
    expect(await keptOf(runId)).toMatchObject({ ok: true });
  });

  test('uploadResults refuses a second upload of a run and can be cancelled while the service is silent', async () => {
    const runId = await run({ features: ['f2'] });
    await withSink(['import/hang'], async tm => {
      const jobId = await author().client.begin('uploadResults', { runId });
      await expect.poll(() => tm.seen.length).toBe(2);
      expect(await author().refusal('uploadResults', { runId })).toMatch(/^busy: .* are being uploaded already/);
      const job = await author().client.call('cancelJob', { jobId }, z.looseObject({ state: z.string() }));
      expect(job).toMatchObject({ state: 'cancelled' });
    });
    expect(await keptOf(runId)).toBeUndefined();
    expect(await upload({ runId })).toMatchObject({ uploaded: true });
  });

  test('uploadResults refuses what it cannot send and sends nothing', async () => {
    const sent = shop.tm.executions.length;
    const own = await run({ features: ['Own'] });
    expect(await author().refusal('uploadResults', { runId: own })).toMatch(/none of its scenarios has an issue key/);
    expect(await author().refusal('uploadResults', { runId: 'r999' })).toMatch(/^not-found/);
    expect(await author().refusal('uploadResults', { runId: own, executionKey: 'nonsense' })).toMatch(/an issue key/);
    await shop.configure({ type: 'url', fileListUrl: `${shop.tm.url}/x.zip` });
    expect(await author().refusal('uploadResults', { runId: own, dryRun: true })).toMatch(
      /the type url takes no results/,
    );
    await shop.configure(serverSettings({ url: shop.tm.url }));
    expect(shop.tm.executions).toHaveLength(sent);
  });
});
