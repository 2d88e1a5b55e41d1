import { generateMessages } from '@cucumber/gherkin';
import {
  type Envelope,
  type IdGenerator,
  type Pickle,
  SourceMediaType,
  TestStepResultStatus,
} from '@cucumber/messages';
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { ScenarioResult, StepResult } from '../../../model/run/run.ts';
import { withoutByteOrderMark } from '../../feature-sync/parse-feature.ts';
import { type ReportStep, resultStep, STATUSES } from './report-steps.ts';
import { type ReportCase, UNMATCHED } from './test-cases.ts';

const mediaType = SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN;

/**
 * The scenarios of a run as test cases of the feature files they are from: the envelopes of these files, with the pickles
 * that ran, and a case for each. A file that does not give its scenarios back is a fault.
 */
export function scenarioCases(
  scenarios: readonly ScenarioResult[],
  features: ReadonlyMap<string, string>,
  newId: IdGenerator.NewId,
): { envelopes: Envelope[]; cases: ReportCase[] } {
  const byFile = new Map<string, ScenarioResult[]>();
  for (const scenario of scenarios) byFile.set(scenario.file, [...(byFile.get(scenario.file) ?? []), scenario]);
  const envelopes: Envelope[] = [];
  const pickles = new Map<ScenarioResult, Pickle>();
  for (const [uri, ran] of byFile) {
    const data = withoutByteOrderMark(features.get(uri) ?? '');
    const options = { includeGherkinDocument: true, includePickles: true, newId };
    const parsed = generateMessages(data, uri, mediaType, options);
    const byLine = new Map(parsed.flatMap(({ pickle }) => (pickle === undefined ? [] : [[lineOf(pickle), pickle]])));
    for (const scenario of ran) {
      const pickle = byLine.get(scenario.line);
      if (pickle === undefined) throw new Error(`${uri} has no scenario in line ${scenario.line}.`);
      pickles.set(scenario, pickle);
    }
    const used = new Set(ran.flatMap(scenario => pickles.get(scenario)?.id ?? []));
    envelopes.push({ source: { uri, data, mediaType } });
    envelopes.push(...parsed.filter(({ pickle }) => pickle === undefined || used.has(pickle.id)));
  }
  const cases = scenarios.flatMap(scenario => {
    const pickle = pickles.get(scenario);
    return pickle === undefined ? [] : [caseOf(scenario, pickle)];
  });
  return { envelopes, cases };
}

/** Of the scenario, or of the example row. */
const lineOf = ({ location }: Pickle): number => location?.line ?? 0;

function caseOf(scenario: ScenarioResult, pickle: Pickle): ReportCase {
  const steps = pickle.steps.map(({ id, text }, index) => ({
    pickleStepId: id,
    step: reportStep(scenario.steps[index] ?? { text, state: 'skipped', ms: 0, actions: [] }),
  }));
  return { item: scenario, pickleId: pickle.id, steps: [...hookSteps(scenario, steps), ...steps] };
}

type Told = Pick<StepResult, 'text' | 'state' | 'ms' | 'actions' | 'testCode' | 'error'>;

function reportStep({ text, state, testCode, ...result }: Told): ReportStep {
  if (state === 'notImplemented' || testCode === undefined)
    return { text, type: UNMATCHED, status: STATUSES[state], ms: 0, pictures: [], repairs: [] };
  return resultStep({ ...result, title: text, state }, { title: text, type: testCode });
}

/** What went wrong outside of all steps is told by a hook before them. */
function hookSteps(scenario: ScenarioResult, steps: readonly { step: ReportStep }[]): ReportCase['steps'] {
  const { state, error, ms } = scenario;
  const isTold = STATUSES[state] !== TestStepResultStatus.FAILED || steps.some(({ step }) => step.status === 'FAILED');
  if (isTold || (state !== 'failed' && state !== 'error')) return [];
  const node = {
    title: scenarioReference(scenario),
    state,
    ms,
    ...(error === undefined ? {} : { error }),
    actions: [],
  };
  return [{ hook: true, step: resultStep(node, { title: 'Before the scenario', type: 'before' }) }];
}
