import { AppError } from '../../../model/errors/errors.ts';
import type { PerformContext } from '../action/perform-context.ts';
import { fillLocator } from '../page/fill-locator.ts';
import type { Limits } from '../page/on-current-page.ts';
import { type FilledFields, fieldsAt } from './filled-fields.ts';
import type { ItemRequest } from './item-request.ts';
import { type Frame, type ItemValues, scopesOf } from './run-frame.ts';

/**
 * What performers get at a place in a test: the page, its limits, and the values that can be used there. `filled` takes
 * what came of the templates of an action.
 */
export function performContextOf(
  { session, sink, plan, item, evaluator, values, watch }: ItemRequest & { values: ItemValues },
  frame: Frame,
  limits: Limits,
  filled?: FilledFields,
): PerformContext {
  const fields = fieldsAt({
    evaluator,
    scopes: () => scopesOf(values, frame),
    signal: limits.signal,
    filled,
    conceal(secrets) {
      session.secretFields.give(secrets);
      sink.conceal(secrets);
    },
  });
  return {
    session,
    limits,
    ...fields,
    find: locator => fillLocator(locator, async part => (await fields.text(part)).text),
    refusal: () => watch.refusal(),
    holds: (expression, names) =>
      evaluator.evaluateCondition(expression, scopesOf(values, { ...frame, loop: { ...frame.loop, ...names } }), {
        signal: limits.signal,
      }),
    setVariable: (name, value) => {
      values.variables[name] = value;
    },
    base() {
      const { app } = frame.test;
      const { apps, name } = plan.environment;
      if (app === undefined) return plan.appUrl;
      if (Object.hasOwn(apps, app)) return apps[app];
      const where = name === undefined ? 'there is no environment' : `the environment “${name}” has no such app`;
      throw new AppError('invalid-project', `The test starts from the app “${app}”, but ${where}.`, {
        field: 'app',
        next: 'editEnvironment',
      });
    },
    pathOf: plan.pathOf,
    keepFile: (name, bytes) => sink.file(name, bytes),
    baselines: { ...plan.baselines, areMade: plan.updateScreenshots },
    nameOf(actionId) {
      const row = item.row === undefined ? '' : `-row${item.row.index + 1}`;
      const round = frame.round === undefined ? '' : `-round${frame.round}`;
      return `${frame.test.testCode}-${actionId}${row}${round}`;
    },
    keepPicture: (name, bytes) => sink.picture(name, bytes, 'png'),
  };
}
