import type { Action } from '../../../model/actions/index.ts';
import type { ExampleRow, Step } from '../../../model/feature/feature.ts';
import { filledStep, fillPlaceholders, stepValues } from '../../../model/feature/fill-step.ts';
import { ActionId, ModuleCode, TestCode, TestReference } from '../../../model/names/codes.ts';
import type { Link } from '../../../model/project/link.ts';
import { linkOf } from '../../../model/project/links.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, PlannedScenario, PlannedStep } from '../../../model/protocol/bridge.ts';
import type { CodedScenario } from '../../feature-sync/feature-catalog.ts';

/** Codes that no module or test of a project has. */
const MODULE = ModuleCode.parse('m999999999');
const TEST = TestCode.parse('t999999999');

/** Beyond the ids that actions of a project reach. */
const FIRST_ACTION = 900_000_000;

export interface ScenarioTarget {
  scenario: CodedScenario;
  row?: number | undefined;
}

export const planScenarios = (
  content: VersionContent,
  {
    scenarios = [],
    keepRunning = false,
  }: { scenarios?: readonly ScenarioTarget[] | undefined; keepRunning?: boolean | undefined },
): PlannedItem[] => scenarios.map(target => planScenario(content, target, keepRunning));

/** Texts of feature files by path. */
export const textsOf = (targets: readonly ScenarioTarget[] = []): ReadonlyMap<string, string> =>
  new Map(targets.map(({ scenario: { feature } }) => [feature.source.file, feature.source.text]));

/** A scenario becomes a test that plugs in the linked tests: the run evaluates and debugs it like any other. */
function planScenario(content: VersionContent, target: ScenarioTarget, keepRunning: boolean): PlannedItem {
  const planner = new ScenarioPlanner(content, target);
  const steps = target.scenario.steps.map(step => planner.step(step));
  const scenario = { ...headingOf(target), steps, values: planner.values, keepRunning };
  const open = steps.findIndex(({ plug }) => plug === undefined);
  const tried = keepRunning || open < 0 ? planner.actions.length : open;
  const role = planner.roles[0];
  const test: Test = {
    testCode: TEST,
    name: scenario.name.slice(0, 200) || scenario.scenario,
    type: 'web',
    role,
    actions: planner.actions.slice(0, tried),
  };
  const module = { format: 1 as const, moduleCode: MODULE, name: scenario.featureName, rank: 0, tests: [test] };
  // Only the names count here: the values must not be computed.
  const parameters = Object.fromEntries(Object.keys(planner.values).map(name => [name, '']));
  return { module, test, parameters, scenario, isSkipped: tried === 0 };
}

export const linkedTests = (content: VersionContent, targets: readonly ScenarioTarget[] = []): TestCode[] =>
  targets.flatMap(({ scenario }) => scenario.steps.flatMap(({ text }) => linkOf(content, text)?.testCode ?? []));

const rowOf = ({ scenario, row }: ScenarioTarget): ExampleRow | undefined =>
  row === undefined ? undefined : scenario.rows?.[row];

function headingOf(target: ScenarioTarget): Omit<PlannedScenario, 'steps' | 'values' | 'keepRunning'> {
  const { scenario, row } = target;
  const { entry, source } = scenario.feature;
  const example = rowOf(target);
  return {
    scenario: scenario.scenario,
    row,
    example: example?.values,
    name: fillPlaceholders(scenario.name, example?.values ?? {}),
    featureCode: entry.featureCode,
    featureName: entry.name,
    file: source.file,
    line: example?.line ?? scenario.line,
    tags: example?.tags ?? scenario.tags,
  };
}

class ScenarioPlanner {
  readonly actions: Action[] = [];
  readonly values: Record<string, unknown> = {};
  readonly roles: string[] = [];
  readonly #content: VersionContent;
  readonly #row: ExampleRow | undefined;

  constructor(content: VersionContent, target: ScenarioTarget) {
    this.#content = content;
    this.#row = rowOf(target);
  }

  step(written: Step): PlannedStep {
    const step = filledStep(written, this.#row?.values ?? {});
    const { index, keyword, text } = step;
    const link = linkOf(this.#content, written.text);
    const test = link && this.#content.test(link.testCode);
    if (link === undefined || test === undefined) return { index, keyword, text };
    const cells = written.background ? {} : (this.#row?.values ?? {});
    const names = (test.parameters ?? []).map(({ name }) => name);
    this.#plug(index, { ...link, test }, stepValues(names, step, { cells, parameters: link.parameters }));
    return { index, keyword, text, plug: { actionIndex: this.actions.length - 1, testCode: link.testCode } };
  }

  /** Names are prefixed by step, so that values of several steps can be beside each other. */
  #plug(
    index: number,
    { test, actor }: Pick<Link, 'actor'> & { test: Test },
    values: Readonly<Record<string, unknown>>,
  ): void {
    const parameters: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) {
      const key = `step${index}_${name}`;
      this.values[key] = value;
      parameters[name] = `{{${key}}}`;
    }
    const actionId = ActionId.parse(`a${FIRST_ACTION + index}`);
    const who = actor === undefined ? {} : { actor };
    this.actions.push({ actionId, type: 'plugTest', test: TestReference.parse(test.testCode), parameters, ...who });
    // An actor signs in as its own role.
    if (test.role !== undefined && actor === undefined) this.roles.push(test.role);
  }
}
