import { describe, expect, it, vi } from 'vitest';
import { FeatureCode, ScenarioCode, TestCode } from '../../../model/names/codes.ts';
import type { PlannedScenario } from '../../../model/protocol/bridge.ts';
import { StepResult } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { action, planned, planOf } from './run-fixture.ts';
import { startRecorder } from './start-recorder.ts';

const PATIENT = { timeout: 10_000 };
const plug = action(0, 'Plug test case Log in', { type: 'plugTest' });
const inner = action(1, 'In a group', { testCode: TestCode.parse('t7') });
const group = action(0, 'Group', { testCode: TestCode.parse('t7'), type: 'group' });

const testCode = TestCode.parse('t7');
const scenario: PlannedScenario = {
  scenario: ScenarioCode.parse('f1.s1'),
  name: 'Order',
  featureCode: FeatureCode.parse('f1'),
  featureName: 'Orders',
  file: 'orders.feature',
  line: 3,
  tags: [],
  steps: [
    { index: 0, keyword: 'Given ', text: 'a shop', plug: { actionIndex: 0, testCode } },
    { index: 1, keyword: 'When ', text: 'a secret is typed', plug: { actionIndex: 1, testCode } },
    { index: 2, keyword: 'Then ', text: 'nobody knows it' },
  ],
  values: {},
  keepRunning: false,
};

describe('a run under way', () => {
  it('a run under way shows the actions done in plugged tests and blocks that have not ended', async () => {
    const logIn = planned('t1', 'Log in');
    await using run = await startRecorder(planOf([logIn, planned('t2', 'Pay')]));
    const { recorder, archive, runId } = run;
    const now = async () => (await archive.read(runId)).items[0]?.actions;
    recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    recorder.progress({ kind: 'inner-action-finished', itemIndex: 0, within: [plug, group], result: inner });
    expect(await archive.read(runId)).toMatchObject({ planned: 2 });
    expect(await now()).toMatchObject([
      { title: plug.title, state: 'running', actions: [{ title: 'Group', state: 'running', actions: [inner] }] },
    ]);
    const ended = { ...group, actions: [inner] };
    recorder.progress({ kind: 'inner-action-finished', itemIndex: 0, within: [plug], result: ended });
    expect(await now()).toMatchObject([{ title: plug.title, state: 'running', actions: [ended] }]);
    recorder.progress({ kind: 'action-finished', itemIndex: 0, result: { ...plug, actions: [ended] } });
    expect(await now()).toEqual([{ ...plug, actions: [ended] }]);
    await recorder.finished({ outcome: 'stopped', elapsedMs: 5 });
    expect(await archive.read(runId)).not.toHaveProperty('planned');
  });

  it('a run under way shows the current and the coming steps of a scenario as they are written', async () => {
    const item = { ...planned('t1', 'Order'), scenario };
    const redact = (text: string) => text.replaceAll('secret', '•••');
    await using run = await startRecorder(planOf([item]), { redact });
    const { recorder, archive, runId } = run;
    recorder.progress({ kind: 'item-started', itemIndex: 0, item });
    const first = StepResult.parse({
      index: 0,
      keyword: 'Given ',
      text: 'a shop',
      state: 'passed',
      ms: 1,
      actions: [],
    });
    recorder.progress({ kind: 'step-finished', itemIndex: 0, result: first });
    const second = action(1, 'Plug test case the secret', { type: 'plugTest' });
    recorder.progress({ kind: 'inner-action-finished', itemIndex: 0, within: [second], result: inner });
    expect((await archive.read(runId)).scenarios).toMatchObject([
      {
        state: 'running',
        steps: [{ index: 0 }, { index: 1, text: 'a secret is typed', state: 'running', testCode, actions: [inner] }],
        ahead: [{ index: 2, keyword: 'Then ', text: 'nobody knows it' }],
      },
    ]);

    await vi.waitFor(async () => {
      const [cutOff] = (await new RunArchive(archive.folder).read(runId)).scenarios ?? [];
      expect(cutOff).toMatchObject({ state: 'stopped', steps: [{ index: 0 }, { state: 'stopped', actions: [inner] }] });
      expect(cutOff).not.toHaveProperty('ahead');
    }, PATIENT);
    await recorder.finished({ outcome: 'stopped', elapsedMs: 5 });
    const [ended] = (await archive.read(runId)).scenarios ?? [];
    expect(ended).toMatchObject({ state: 'stopped', steps: [{ index: 0 }, { state: 'stopped', actions: [inner] }] });
    expect(ended).not.toHaveProperty('ahead');
  });
});
