import type { Scenario } from '../../../model/feature/feature.ts';
import { filledStep, fillPlaceholders } from '../../../model/feature/fill-step.ts';
import type { ActionResult, Run } from '../../../model/run/run.ts';
import { Run as RunSchema, ScenarioResult } from '../../../model/run/run.ts';
import { parseFeature } from '../../../server/feature-sync/parse-feature.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, FAILED_ASSERT, MACHINE, STARTED_AT } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';

export const BASKET = `@REQ-1 @shop
Feature: Basket
  What is put in stays in.

  Background:
    Given the shop is open

  @TEST_SHOP-12 @smoke
  Scenario: Remember
    When I type "mug"
    Then the box says mug

  @SHOP-13
  Scenario Outline: Type <word>
    When I type <word>
      | column |
      | <word> |

    @big
    Examples: cups
      | word       |
      | cup        |
      | ]]>&"<b>'é |

  Scenario: Never begun
    When I type "mug"

  Rule: Nothing twice
    Background:
      Given a second page

    @SHOP-14
    Scenario: Remember
      When I write
        """
        Dear shop
        """

    Scenario: Broken before
      When I type "mug"

  Scenario: Empty
`;

type StepState = 'passed' | 'failed' | 'error' | 'skipped' | 'stopped' | 'notImplemented';
type Ending = { state: ScenarioResult['state']; steps: readonly StepState[]; error?: string };

const WORST = ['error', 'failed', 'stopped', 'notImplemented'] as const;
const worst = (steps: readonly StepState[]): ScenarioResult['state'] =>
  WORST.find(state => steps.includes(state)) ?? (steps.every(state => state === 'skipped') ? 'skipped' : 'passed');
const ends = (...steps: StepState[]): Ending => ({ state: steps.length === 0 ? 'passed' : worst(steps), steps });

/** What becomes of each scenario and row of `BASKET`, by the order of the file. */
const ENDINGS: readonly Ending[] = [
  ends('passed', 'passed', 'passed'),
  ends('passed', 'failed'),
  ends('passed', 'error'),
  ends('skipped', 'skipped'),
  ends('passed', 'passed', 'notImplemented'),
  { state: 'error', steps: ['skipped', 'skipped', 'skipped'], error: 'The page went away.' },
  ends(),
];

interface Told {
  text?: string;
  endings?: readonly Ending[];
  /** Of actions that did not pass. */
  screenshot?: string;
  file?: string;
}

const actionsOf = (state: StepState, screenshot: string | undefined): ActionResult[] => {
  if (state === 'passed' || state === 'stopped') return [action(0, 'Fill the box', { state })];
  if (state !== 'failed' && state !== 'error') return [];
  return [
    action(0, 'Look at the box', { ...FAILED_ASSERT, state, ...(screenshot === undefined ? {} : { screenshot }) }),
  ];
};

/** A run of all scenarios of a feature, and the text of its file by path. */
export function featureRun({ text = BASKET, endings = ENDINGS, screenshot, file = 'basket.feature' }: Told = {}) {
  const { feature } = parseFeature(text);
  if (feature === undefined) throw new Error('The feature cannot be read.');
  const planned = feature.scenarios.flatMap((scenario, number) =>
    (scenario.rows ?? [undefined]).map((row, index) => ({ scenario, number, row, index })),
  );
  const scenarios = planned.map(({ scenario, number, row, index }, place) => {
    const { state, steps, error } = endings[place % endings.length] ?? ends();
    const isBegun = state !== 'skipped';
    return ScenarioResult.parse({
      scenario: `f1.s${number + 1}`,
      ...(row === undefined ? {} : { row: index }),
      name: fillPlaceholders(scenario.name, row?.values ?? {}),
      featureCode: 'f1',
      featureName: feature.name,
      file,
      line: row?.line ?? scenario.line,
      tags: row?.tags ?? scenario.tags,
      state,
      ...(isBegun ? { startedAt: new Date(STARTED_AT + 1_000 + place * 1_000).toISOString() } : {}),
      ms: isBegun ? 500 : 0,
      ...(error === undefined ? {} : { error: { message: error } }),
      steps: stepsOf(scenario, row?.values ?? {}, { steps, screenshot }),
    });
  });
  const state = (['error', 'failed', 'notImplemented'] as const).find(one => scenarios.some(two => two.state === one));
  const run: Run = RunSchema.parse({ ...finishedRun({ items: [], outcome: state ?? 'passed' }), scenarios });
  const features = new Map([[file, text]]);
  return { run, features, messages: runMessages(run, MACHINE, features) };
}

const stepsOf = (
  { steps }: Scenario,
  values: Record<string, string>,
  told: { steps: readonly StepState[]; screenshot: string | undefined },
) =>
  steps.map((written, index) => {
    const { keyword, text } = filledStep(written, written.background ? {} : values);
    const state = told.steps[index] ?? 'skipped';
    return {
      index,
      keyword,
      text,
      state,
      ms: state === 'skipped' ? 0 : 20,
      ...(state === 'notImplemented' ? {} : { testCode: `t${index + 1}` }),
      actions: actionsOf(state, told.screenshot),
    };
  });
