import { computedTexts, conditionsOf } from '../../../model/actions/read-action.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { type DataValues, readTestReference } from '../../../model/names/codes.ts';
import { hooksAround } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { EnvironmentValues, PlannedItem, PlannedSuite, RunPlan } from '../../../model/protocol/bridge.ts';
import { conditionSource, type NameReference, referencedNames } from '../../../model/values/referenced-names.ts';
import { parseTemplate } from '../../../model/values/template.ts';

type PlanWithNames = Pick<RunPlan, 'items' | 'content' | 'projectData' | 'fromAction' | 'toAction'>;

/** Scopes for bare names, nearest first; a value may use names of the layers after its own. */
type Layers = readonly DataValues[];

/** As `env.X` and `secret.X`, each once. */
export function neededNames(plan: PlanWithNames): string[] {
  const collector = new NameCollector(plan);
  for (const item of plan.items) if (!item.isSkipped) collector.takeItem(item);
  return [...collector.needed];
}

class NameCollector {
  readonly needed = new Set<string>();
  readonly #plan: PlanWithNames;
  readonly #namesOf = new Map<Test, readonly NameReference[]>();

  constructor(plan: PlanWithNames) {
    this.#plan = plan;
  }

  takeItem({ module, test, row, parameters, suite }: PlannedItem): void {
    if (suite !== undefined) this.#takeSuite(suite);
    const around = this.#layersOf(test);
    const layers = row === undefined ? around : [row.values, ...around];
    this.#take(textsOf(row?.values ?? {}).flatMap(namesIn), around);
    this.#take(Object.values(parameters).flatMap(namesIn), suite === undefined ? layers : this.#layersOf(suite.test));
    this.#takeTest(test, { ...row?.values, ...parameters }, layers);
    const { before, after } = hooksAround(module, test.testCode);
    if (this.#plan.fromAction === undefined) this.#takePlugged(before);
    if (this.#plan.toAction === undefined) this.#takePlugged(after);
  }

  #layersOf({ testCode }: Test): Layers {
    return [this.#plan.content.moduleOf(testCode)?.data ?? {}, this.#plan.projectData];
  }

  #takeSuite({ test, parameters, row, suite }: PlannedSuite): void {
    if (suite !== undefined) this.#takeSuite(suite);
    const values = row?.values ?? {};
    const defaults = defaultsOf(test, { ...values, ...parameters });
    this.#take([...textsOf(values), ...Object.values(parameters), ...defaults].flatMap(namesIn), this.#layersOf(test));
  }

  #takePlugged(reference: string | undefined, given: object = {}): void {
    const test = reference && this.#plan.content.test(readTestReference(reference).testCode);
    if (test) this.#takeTest(test, given, this.#layersOf(test));
  }

  /** `known`: names that need no default. */
  #takeTest(test: Test, known: object, layers: Layers): void {
    this.#take(defaultsOf(test, known).flatMap(namesIn), layers);
    const seen = this.#namesOf.get(test);
    const names = seen ?? namesOfActions(test);
    this.#take(names.filter(isAround(test, known)), layers);
    if (seen !== undefined) return;
    this.#namesOf.set(test, names);
    for (const action of test.actions)
      if (action.type === 'plugTest' && !action.disabled) this.#takePlugged(action.test, action.parameters);
  }

  #take(names: readonly NameReference[], layers: Layers): void {
    for (const { group, name, required } of names) {
      if (required && (group === 'env' || group === 'secret')) this.needed.add(`${group}.${name}`);
      const index = group === undefined ? layers.findIndex(layer => Object.hasOwn(layer, name)) : -1;
      const value = layers[index]?.[name];
      if (typeof value === 'string') this.#take(namesIn(value), layers.slice(index + 1));
    }
  }
}

/** Whether a name comes from the data around a test: neither given nor a parameter with a default. */
const isAround =
  ({ parameters = [] }: Test, known: object) =>
  ({ group, name }: NameReference): boolean =>
    group !== undefined ||
    !(
      Object.hasOwn(known, name) ||
      parameters.some(parameter => parameter.name === name && parameter.default !== undefined)
    );

const textsOf = (values: DataValues): string[] => Object.values(values).filter(value => typeof value === 'string');

const defaultsOf = ({ parameters = [] }: Test, known: object): string[] =>
  parameters.flatMap(({ name, default: text }) => (text === undefined || Object.hasOwn(known, name) ? [] : [text]));

function namesOfActions(test: Test): NameReference[] {
  const enabled = test.actions.filter(action => !action.disabled);
  const conditions = enabled.flatMap(conditionsOf).flatMap(({ text }) => namesInExpression(conditionSource(text)));
  return [...enabled.flatMap(computedTexts).flatMap(({ text }) => namesIn(text)), ...conditions];
}

const namesInExpression = (source: string): readonly NameReference[] =>
  referencedNames({ parts: [{ kind: 'expression', source, position: 1 }] }).references;

function namesIn(text: string): readonly NameReference[] {
  if (!text.includes('{{')) return [];
  try {
    return referencedNames(parseTemplate(text)).references;
  } catch {
    // A data file may hold unclosed braces: the action that uses the value reports that.
    return [];
  }
}

/** Errors: `invalid-project` for names that the environment does not have. */
export function refuseMissingNames(environment: EnvironmentValues, needed: readonly string[]): void {
  const missing = needed.filter(full => {
    const [group, name = ''] = full.split('.');
    return !Object.hasOwn(group === 'env' ? environment.variables : environment.secrets, name);
  });
  if (missing.length === 0) return;
  const [where, next] =
    environment.name === undefined
      ? ['there is no environment', 'createEnvironment']
      : [`the environment "${environment.name}" does not have them`, 'editEnvironment'];
  throw new AppError('invalid-project', `The test needs ${missing.join(', ')}, but ${where}. Set them with ${next}.`, {
    field: 'environment',
    next,
    facts: { missing },
  });
}
