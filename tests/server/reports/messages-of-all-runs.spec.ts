import { describe, expect, it } from 'vitest';
import { Run } from '../../../model/run/run.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { endCutOff } from '../../../server/runs/record/run-archive.ts';
import { action, admin, ended, FAILED_ASSERT, FAILED_CLICK, MACHINE, planned } from '../runs/run-fixture.ts';
import { faultsIn } from './envelope-schema.ts';
import { BASKET, featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';

const logIn = planned('t1', 'Log in', { tags: ['@smoke', 'fast'] });
const row = planned('t2', 'Pay', { row: { index: 1, values: { card: 'visa' } } });
const audit = planned('t3', 'Audit', { module: admin });

const passed = { planned: logIn, result: ended(logIn, [action(0, 'Go to /')]) };
const GERMAN = '# language: de\n@SHOP-1\nFunktionalität: Korb\n  Szenario: Leer\n    Angenommen der Laden ist offen\n';

const RUNS: Record<string, () => { run: Run; features?: ReadonlyMap<string, string> }> = {
  'tests that pass': () => ({ run: finishedRun({ items: [passed] }) }),
  'a data row that fails with a picture': () => {
    const actions = [action(0, 'Go'), action(1, 'Look', { ...FAILED_ASSERT, screenshot: 'screenshots/1-a b.jpg' })];
    return { run: finishedRun({ outcome: 'failed', items: [{ planned: row, result: ended(row, actions) }] }) };
  },
  'tests with hooks and sign-in': () => {
    const hook = { testCode: logIn.test.testCode, title: 'Log in', state: 'passed' as const, ms: 5, actions: [] };
    const more = { before: hook, after: { ...hook, state: 'error' as const }, signIns: [{ ...hook, role: 'buyer' }] };
    const result = ended(audit, [action(0, 'Click', FAILED_CLICK)], more);
    return { run: finishedRun({ outcome: 'error', items: [{ planned: audit, result }] }) };
  },
  'a run that was stopped': () => {
    const actions = [action(0, 'Go'), action(1, 'Wait', { state: 'stopped' })];
    const items = [passed, { planned: row, result: ended(row, actions) }];
    return { run: finishedRun({ outcome: 'stopped', reason: 'stopped by Ann', items, left: [audit] }) };
  },
  'a run that began nothing': () => ({ run: finishedRun({ outcome: 'error', items: [], left: [logIn, audit] }) }),
  'a run without tests': () => ({ run: finishedRun({ items: [] }) }),
  'a run whose process died': () => {
    const under = { planned: row, result: { ...ended(row, [action(0, 'Go')]), state: 'running' as const } };
    const { finishedAt: _never, ...run } = finishedRun({ items: [passed, under] });
    return { run: endCutOff(Run.parse({ ...run, state: 'running', processId: 1 })) };
  },
  'a test that nothing implements': () => {
    const result = ended(logIn, [], { state: 'notImplemented' });
    return { run: finishedRun({ outcome: 'notImplemented', items: [{ planned: logIn, result }] }) };
  },
  'features with backgrounds, rules, outlines, tables and doc strings': () => featureRun(),
  'features whose steps fail with pictures': () => featureRun({ screenshot: 'screenshots/1-é.png' }),
  'a feature in another language, with a byte order mark': () => featureRun({ text: `\uFEFF${GERMAN}` }),
  'a feature with Windows line ends': () => featureRun({ text: BASKET.replaceAll('\n', '\r\n') }),
  'tests and features': () => ({
    run: { ...featureRun().run, items: finishedRun({ items: [passed] }).items },
    features: featureRun().features,
  }),
};

describe('messages and their JSON Schema', () => {
  it.each(Object.keys(RUNS))('the messages of %s match their JSON Schema', name => {
    const { run, features } = RUNS[name]?.() ?? featureRun();
    expect(faultsIn(runMessages(run, MACHINE, features))).toEqual([]);
  });
});
