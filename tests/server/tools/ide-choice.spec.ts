import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ModuleCode, TestCode, VersionId } from '../../../model/names/codes.ts';
import type { IdeReport } from '../../../model/protocol/channel/selection.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { Author } from '../../support/author.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { type IdePage, openIdePage } from '../../support/ide-page.ts';
import { linkOf } from '../../support/test-app.ts';

const runner = useRunner({ '/': '<title>Shop</title><h1>Shop</h1>' });
const author = () => new Author(runner.app.client);
const m1 = ModuleCode.parse('m1');
const [t1, t2] = [TestCode.parse('t1'), TestCode.parse('t2')];
const says = (text: string) => [{ type: 'script', code: `return '${text}'`, into: 'said' }];

/** What the page shows; the service knows it when this resolves. */
async function show(changes: Partial<IdeReport>, ide: IdePage | undefined = runner.app.ide): Promise<void> {
  ide?.report({ selection: {}, environment: undefined, versionId: VersionId.parse('main'), ...changes });
  await ide?.request('project/close', {});
}

/** Starts a run and waits for its end; answers what was run where. */
async function run(args: object = {}) {
  await runner.call('runTest', { wait: 25, ...args });
  const Status = z.object({
    state: z.string(),
    testId: z.string().optional(),
    environment: z.string().optional(),
  });
  await runner.until(({ state }) => ['passed', 'failed', 'error', 'notImplemented'].includes(state));
  const { testId, environment } = await runner.app.client.call('getTestStatus', {}, Status);
  return { testId, environment };
}

beforeAll(async () => {
  await runner.write({ name: 'One', actions: says('one') });
  await runner.write({ name: 'Two', actions: says('two') });
  await runner.call('createEnvironment', { name: 'staging', items: [{ name: 'SHOP', value: 'staging' }] });
  await runner.call('createEnvironment', { name: 'live', items: [{ name: 'SHOP', value: 'live' }] });
  await putFeature(runner.app.folder, 'shop.feature', 'Feature: Shop\n  Scenario: Open\n    * the shop is open\n');
  await noticed(async () => expect(await featuresOf(author())).toHaveLength(1));
  await runner.call('createVersion', { name: 'Next' });
});

beforeEach(() => show({}));

describe('a test that is not named', () => {
  test('runTest runs the test selected in the IDE unless the call names one', async () => {
    await show({ selection: { moduleId: m1, testId: t2 } });
    expect((await run()).testId).toBe('t2');
    await show({ selection: { moduleId: m1, testId: t1 } });
    expect((await run({ moduleId: 'm1' })).testId).toBe('t1');
    expect((await run({ testId: 't2' })).testId).toBe('t2');
  });

  test('runTest is refused when no test is selected in the IDE, or none in the named module', async () => {
    const nothing = 'invalid-params: Name what to run: "testId" is missing, and';
    expect(await author().refusal('runTest')).toBe(`${nothing} neither a test nor a scenario is chosen in the IDE.`);
    await show({ selection: { moduleId: m1, testId: t1 } });
    expect(await author().refusal('runTest', { moduleId: 'm2' })).toBe(
      `${nothing} no test of module m2 is chosen in the IDE.`,
    );
    await show({ selection: { moduleId: m1 } });
    expect(await author().refusal('runTest')).toContain(nothing);
    expect(await author().refusal('setBreakpoint', { actionIndex: 0 })).toContain('none is chosen in the IDE');
  });

  test('runTest reports a selected test that no longer exists', async () => {
    await show({ selection: { moduleId: m1, testId: TestCode.parse('t99') } });
    expect(await author().refusal('runTest')).toMatch(/^not-found: No test t99/);
  });

  test('runTest uses the selection of the named IDE when several are open', { tags: 'full' }, async () => {
    await show({ selection: { moduleId: m1, testId: t1 } });
    await using other = await openIdePage({ link: linkOf(runner.app.service), projectId: 'shop' });
    await show({ selection: { moduleId: m1, testId: t2 } }, other);
    expect((await run()).testId).toBe('t2');
    expect((await run({ ideId: runner.app.ide?.ideId })).testId).toBe('t1');
  });

  test('the selected test is looked up in the version that the IDE shows', async () => {
    const [versionId, testId] = [VersionId.parse('next'), TestCode.parse('t3')];
    await runner.call('createTest', { versionId, moduleCode: 'm1', name: 'Three', actions: says('three') });
    await show({ versionId, selection: { moduleId: m1, testId } });
    expect((await run()).testId).toBe('t3');
    expect(await author().refusal('runTest', { versionId: 'main' })).toMatch(/^not-found: No test t3/);
    const breakpoint = await runner.call('setBreakpoint', { actionIndex: 0 });
    expect(breakpoint).toMatchObject({ breakpoint: { testId: 't3', actionIndex: 0 } });
    await runner.call('clearBreakpoints', { versionId });
  });

  test('runTest runs a scenario that is selected in the IDE', async () => {
    await show({ tab: 'features', selection: { feature: 'f1', scenario: 'f1.s1' } });
    await run();
    const Results = z.object({ scenarios: z.array(z.object({ scenario: z.string(), state: z.string() })) });
    expect(await runner.app.client.call('getTestResults', {}, Results)).toMatchObject({
      scenarios: [{ scenario: 'f1.s1', state: 'notImplemented' }],
    });
    await show({ tab: 'features', selection: { feature: 'f1' } });
    expect(await author().refusal('runTest')).toContain('neither a test nor a scenario');
  });
});

describe('an environment that is not named', () => {
  test('runs, single actions and features use the environment selected in the IDE', { tags: 'full' }, async () => {
    await show({ environment: 'e2' });
    expect((await run({ testId: 't1' })).environment).toBe('live');
    expect((await run({ testId: 't1', environment: 'staging' })).environment).toBe('staging');
    await runner.call('navigateUrl', { url: '/' });
    const visit = { type: 'visit', url: '/?in={{ env.SHOP }}' };
    const there = { page: { url: `${runner.origin}/?in=live` } };
    expect(await runner.call('performAction', { action: visit })).toMatchObject(there);
    await runner.call('runFeatures', { wait: 25 });
    expect(await runner.call('getTestStatus')).toMatchObject({ environment: 'live' });
  });

  test("a run uses the project's default environment unless the IDE shows a valid one of its version", {
    tags: 'full',
  }, async () => {
    expect((await run({ testId: 't1' })).environment).toBe('staging');
    await show({ environment: 'e9' });
    expect((await run({ testId: 't1' })).environment).toBe('staging');
    await show({ environment: 'e2', versionId: VersionId.parse('next') });
    expect((await run({ testId: 't1' })).environment).toBe('staging');
  });
});
