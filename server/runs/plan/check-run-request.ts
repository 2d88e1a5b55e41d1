import { templateFault } from '../../../model/actions/read-action.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { nearest } from '../../../model/errors/nearest.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import type { RunRequest, RunTarget } from './run-request.ts';

/** Errors: `invalid-params` (parameters, order of the range), `not-found` (a position after the end). */
export function checkRunRequest(request: RunRequest): void {
  const { targets, parameters = {} } = request;
  refuseUnknownParameters(targets, parameters);
  refuseUnreadableParameters(parameters);
  refuseRange(targets, request);
  refuseOnLivePage(request);
}

/** There is only one live page, and it stays signed in as it is. */
function refuseOnLivePage(request: RunRequest): void {
  const { role, repeatEach = 1, devices, fromAction, context = fromAction === undefined ? 'fresh' : 'live' } = request;
  if (context !== 'live') return;
  if (repeatEach > 1)
    throw new AppError('invalid-params', '"repeatEach" needs a new browser context each time, not the live page.', {
      field: 'repeatEach',
      expected: 'context: "fresh" beside it, or no repeatEach',
    });
  if (devices !== undefined)
    throw new AppError('invalid-params', '"devices" needs a new browser context each time, not the live page.', {
      field: 'devices',
      expected: 'context: "fresh" beside it, or no devices',
    });
  if (role !== undefined)
    throw new AppError('invalid-params', '"role" needs a browser context of its own; the live page stays as it is.', {
      field: 'role',
      expected: 'context: "fresh" beside it, or no role',
    });
}

function refuseUnreadableParameters(given: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(given)) {
    const fault = text.includes('{{') ? templateFault(text, syntaxCheck) : undefined;
    const field = `parameters.${name}`;
    if (fault !== undefined) throw new AppError('invalid-params', `"${field}": ${fault}.`, { field });
  }
}

function refuseUnknownParameters(targets: readonly RunTarget[], given: Readonly<Record<string, string>>): void {
  const known = [...new Set(targets.flatMap(({ test }) => (test.parameters ?? []).map(({ name }) => name)))];
  const unknown = Object.keys(given).find(name => !known.includes(name));
  if (unknown === undefined) return;
  const close = nearest(unknown, known);
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  const what = targets.length === 1 ? `Test ${targets[0]?.test.testCode} has` : 'No test has';
  const list = known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`;
  throw new AppError(
    'invalid-params',
    `${what}${targets.length === 1 ? ' no' : ' a'} parameter "${unknown}".${hint} ${list}.`,
    {
      field: `parameters.${unknown}`,
      expected: known.join(', '),
    },
  );
}

function refuseRange(targets: readonly RunTarget[], { fromAction, toAction }: RunRequest): void {
  if (fromAction !== undefined && toAction !== undefined && toAction < fromAction)
    throw new AppError('invalid-params', `"toAction" must not come before "fromAction": ${toAction} < ${fromAction}.`, {
      field: 'toAction',
      expected: `at least ${fromAction}`,
    });
  for (const { test } of targets)
    for (const [field, index] of Object.entries({ fromAction, toAction }))
      if (index !== undefined && index >= test.actions.length)
        throw new AppError(
          'not-found',
          `No action ${index} in test ${test.testCode}: it has ${test.actions.length} actions.`,
          { field },
        );
}
