import { AppError } from '../../../model/errors/errors.ts';
import { readTestReference, type TestCode } from '../../../model/names/codes.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Test } from '../../../model/project/test.ts';
import type { PlannedItem, PlannedSuite, RunPlan } from '../../../model/protocol/bridge.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import type { Round } from '../action/perform-context.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { Concealed, createScopes, FailedValue, type Scopes, type Values } from '../values/scopes.ts';

const MOST_DEPTH = 20;

type Changeable = Record<string, unknown>;

export interface Frame {
  readonly test: Test;
  readonly module: Module;
  readonly depth: number;
  readonly parameters: Changeable;
  readonly testData: Changeable;
  readonly moduleData: Changeable;
  readonly projectData: Changeable;
  readonly loop: Changeable;
  readonly round: number | undefined;
  /** Who acts in rows of a plugged test that name nobody; undefined: the first actor. */
  readonly actor?: string | undefined;
}

export interface ItemValues {
  readonly plan: Pick<RunPlan, 'runId' | 'content' | 'projectData' | 'environment'>;
  readonly item: PlannedItem;
  readonly variables: Record<string, unknown>;
  /** How much of calls is in the record of the item. */
  callCharacters?: number;
}

export function scopesOf({ plan, item, variables }: ItemValues, frame: Frame): Scopes {
  const { environment } = plan;
  return createScopes({
    loop: frame.loop,
    parameters: frame.parameters,
    var: variables,
    testData: frame.testData,
    moduleData: frame.moduleData,
    projectData: frame.projectData,
    env: environment.variables,
    run: { id: plan.runId, test: item.test.name, row: item.row?.index ?? 0, environment: environment.name ?? '' },
    secret: environment.secrets,
    app: environment.apps,
    auth: authValues(item.identity),
    declared: (frame.test.parameters ?? []).map(({ name }) => name),
  });
}

/** The password counts as a secret wherever it came from. */
function authValues(identity: Identity | undefined): Values {
  const { role, username, password } = identity ?? {};
  return {
    ...(role === undefined ? {} : { role }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password: new Concealed(password, [password]) }),
  };
}

/** A row's value wins over a parameter's default. */
export async function outerFrame(values: ItemValues, evaluator: Evaluator, signal: AbortSignal): Promise<Frame> {
  const { test, module, row, parameters, suite } = values.item;
  const empty = await emptyFrame({ test, module, depth: 0, row: row?.values }, { values, evaluator, signal });
  const around = suite === undefined ? empty : await suiteFrame(suite, { values, evaluator, signal });
  const given = await evaluateAll(parameters, { values, frame: around, evaluator, signal });
  const defaults = await defaultsOf(test, { ...given, ...row?.values }, { values, frame: empty, evaluator, signal });
  return { ...empty, parameters: { ...defaults, ...given } };
}

type TestOfFrame = Pick<Frame, 'test' | 'module' | 'depth'> & { row?: Values | undefined };

/** Each layer of data may use those after it. */
async function emptyFrame({ row = {}, ...place }: TestOfFrame, evaluation: Omit<Evaluation, 'frame'>): Promise<Frame> {
  const nothing = { parameters: {}, testData: {}, moduleData: {}, projectData: {}, loop: {}, round: undefined };
  const bare = { ...place, ...nothing };
  const projectData = await computedData(evaluation.values.plan.projectData, { ...evaluation, frame: bare });
  const inProject = { ...bare, projectData };
  const moduleData = await computedData(place.module.data ?? {}, { ...evaluation, frame: inProject });
  const inModule = { ...inProject, moduleData };
  return { ...inModule, testData: await computedData(row, { ...evaluation, frame: inModule }) };
}

/** A value that cannot be computed fails only what uses it. */
async function computedData(data: Values, evaluation: Evaluation): Promise<Changeable> {
  const result: Record<string, unknown> = { ...data };
  for (const [name, text] of Object.entries(data)) {
    if (typeof text !== 'string' || !text.includes('{{')) continue;
    try {
      Object.assign(result, await evaluateAll({ [name]: text }, evaluation));
    } catch (error) {
      evaluation.signal.throwIfAborted();
      result[name] = new FailedValue(error);
    }
  }
  return result;
}

async function suiteFrame(
  { test, module, parameters, row, suite }: PlannedSuite,
  evaluation: Omit<Evaluation, 'frame'>,
): Promise<Frame> {
  const empty = await emptyFrame({ test, module, depth: 0, row: row?.values }, evaluation);
  const around = suite === undefined ? empty : await suiteFrame(suite, evaluation);
  const given = await evaluateAll(parameters, { ...evaluation, frame: around });
  const defaults = await defaultsOf(test, { ...given, ...row?.values }, { ...evaluation, frame: empty });
  return { ...empty, parameters: { ...defaults, ...given } };
}

interface Evaluation {
  values: ItemValues;
  frame: Frame;
  evaluator: Evaluator;
  signal: AbortSignal;
}

/** Parameters are computed in the plugging test. Errors: `invalid-project`. */
export async function innerFrame(
  reference: string,
  parameters: Readonly<Record<string, string>>,
  evaluation: Evaluation,
): Promise<Frame> {
  const { values, frame } = evaluation;
  const { testCode } = readTestReference(reference);
  const { module, test } = plugged(values.plan, testCode);
  if (frame.depth + 1 > MOST_DEPTH)
    throw new AppError('invalid-project', `Tests are plugged into each other more than ${MOST_DEPTH} deep.`);
  const given = await evaluateAll(parameters, evaluation);
  const empty = await emptyFrame({ test, module, depth: frame.depth + 1 }, evaluation);
  const defaults = await defaultsOf(test, given, { ...evaluation, frame: empty });
  return { ...empty, parameters: { ...defaults, ...given } };
}

function plugged({ content }: Pick<RunPlan, 'content'>, testCode: TestCode): { module: Module; test: Test } {
  const module = content.moduleOf(testCode);
  const test = content.test(testCode);
  if (module !== undefined && test !== undefined) return { module, test };
  throw new AppError('invalid-project', `The plugged test ${testCode} does not exist any more.`);
}

async function evaluateAll(
  texts: Readonly<Record<string, string>>,
  { values, frame, evaluator, signal }: Evaluation,
): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  const scopes = scopesOf(values, frame);
  for (const [name, text] of Object.entries(texts)) {
    const { value, secrets } = await evaluator.evaluateValue(text, scopes, { signal });
    result[name] = secrets.length > 0 ? new Concealed(value, secrets) : value;
  }
  return result;
}

function defaultsOf(test: Test, known: Values, evaluation: Evaluation): Promise<Record<string, unknown>> {
  const missing = (test.parameters ?? []).filter(({ name }) => !Object.hasOwn(known, name));
  const texts = missing.flatMap(({ name, default: text }): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  );
  return evaluateAll(Object.fromEntries(texts), evaluation);
}

export const inRound = (frame: Frame, round: Round | undefined): Frame =>
  round === undefined ? frame : { ...frame, round: round.round, loop: { ...frame.loop, ...round.values } };
