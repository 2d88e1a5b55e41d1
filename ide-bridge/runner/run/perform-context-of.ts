import { ACTION_KINDS, type Action, about } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { DEFAULT_LIMITS } from '../../../model/project/defaults.ts';
import type { RunPlan } from '../../../model/protocol/bridge.ts';
import type { PerformContext } from '../action/perform-context.ts';
import { fillLocator } from '../page/fill-locator.ts';
import type { Limits } from '../page/limits.ts';
import { type FilledFields, fieldsAt } from './filled-fields.ts';
import type { ValuedRequest } from './item-request.ts';
import { type Frame, scopesOf } from './run-frame.ts';
import { followingRedactor } from './run-redactor.ts';

/** `filled` receives the values of an action's templates. */
export function performContextOf(
  { session, sink, plan, item, itemIndex, evaluator, values, watch }: ValuedRequest,
  frame: Frame,
  limits: Limits,
  filled?: FilledFields,
): PerformContext {
  const conceal = (secrets: readonly string[]) => {
    session.secretFields.give(secrets);
    sink.conceal(secrets);
  };
  const concealWord = (word: string) => {
    session.secretFields.giveWord(word);
    sink.concealWord(word);
  };
  const fields = fieldsAt({
    evaluator,
    scopes: () => scopesOf(values, frame),
    signal: limits.signal,
    filled,
    conceal,
  });
  return {
    session,
    limits,
    ...fields,
    concealWord,
    masked: followingRedactor({ values, session }),
    find: locator => fillLocator(locator, async part => (await fields.text(part)).text),
    refusal: () => watch.refusal(),
    holds: (expression, names, signal = limits.signal) =>
      evaluator.evaluateCondition(expression, scopesOf(values, { ...frame, loop: { ...frame.loop, ...names } }), {
        signal,
      }),
    compute: (expression, names, signal) =>
      evaluator.evaluateExpression(expression, scopesOf(values, { ...frame, loop: { ...frame.loop, ...names } }), {
        signal,
      }),
    setVariable: (name, value) => {
      values.variables[name] = value;
    },
    base: () => appAddress(frame.test, plan),
    pathOf: plan.pathOf,
    putFile: plan.putFile,
    keepFile: (name, bytes) => sink.file(name, bytes, itemIndex),
    keepCall(call) {
      if (filled !== undefined) filled.call = call;
    },
    baselines: { ...plan.baselines, areMade: plan.updateScreenshots },
    nameOf(actionId) {
      const row = item.row === undefined ? '' : `-row${item.row.index + 1}`;
      const round = frame.round === undefined ? '' : `-round${frame.round}`;
      return `${frame.test.testCode}-${actionId}${row}${round}`;
    },
    keepPicture: (name, bytes) => sink.picture(name, bytes, 'png', itemIndex),
  };
}

/** Base of relative addresses of a test. Errors: `invalid-project`. */
function appAddress({ app }: Frame['test'], { appUrl, environment: { apps, name } }: RunPlan): string | undefined {
  if (app === undefined) return appUrl;
  if (Object.hasOwn(apps, app)) return apps[app];
  const where = name === undefined ? 'there is no environment' : `the environment “${name}” has no such app`;
  throw new AppError('invalid-project', `The test starts from the app “${app}”, but ${where}.`, {
    field: 'app',
    next: 'editEnvironment',
  });
}

/** Its own limit, else the project's for its kind. A pause ends by itself. */
export function timeLimitOf(action: Action, { settings }: RunPlan): number {
  const { actionMs, navigationMs } = defaultLimits(settings);
  return (
    about(action).limitMs ?? action.timeoutMs ?? (ACTION_KINDS[action.type].isNavigation ? navigationMs : actionMs)
  );
}

export function defaultLimits({ timeouts = {} }: RunPlan['settings']): { actionMs: number; navigationMs: number } {
  const { actionMs = DEFAULT_LIMITS.actionMs, navigationMs = DEFAULT_LIMITS.navigationMs } = timeouts;
  return { actionMs, navigationMs };
}
