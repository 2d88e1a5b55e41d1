import type { ActionFailure, ActionResult, HookResult, RunItem } from '../../model/run/run.ts';
import type { Redactor } from '../../model/values/redactor.ts';

/** Masks the texts of a failure. Codes, states and file names of results stay: they are ours and never secret. */
export const redactFailure = (failure: ActionFailure, redact: Redactor): ActionFailure => ({
  message: redact(failure.message),
  ...(failure.expected === undefined ? {} : { expected: redact(failure.expected) }),
  ...(failure.actual === undefined ? {} : { actual: redact(failure.actual) }),
  ...(failure.candidates === undefined ? {} : { candidates: failure.candidates.map(redact) }),
  ...(failure.log === undefined ? {} : { log: failure.log.map(redact) }),
  ...(failure.consoleErrors === undefined ? {} : { consoleErrors: failure.consoleErrors.map(redact) }),
});

/** An action's result and those below it, masked. */
export const redactAction = (result: ActionResult, redact: Redactor): ActionResult => ({
  ...result,
  title: redact(result.title),
  ...(result.error === undefined ? {} : { error: redactFailure(result.error, redact) }),
  ...(result.actions === undefined ? {} : { actions: result.actions.map(inner => redactAction(inner, redact)) }),
});

/** The result of a test that ran around another one, masked. */
export const redactHook = (result: HookResult, redact: Redactor): HookResult => ({
  ...result,
  title: redact(result.title),
  ...(result.error === undefined ? {} : { error: redactFailure(result.error, redact) }),
  actions: result.actions.map(inner => redactAction(inner, redact)),
});

type Row = NonNullable<RunItem['row']>;

/** A data row, masked; a number with secret digits becomes text. */
export function redactRow({ index, values }: Row, redact: Redactor): Row {
  const masked = Object.entries(values).map(([name, value]) => {
    const text = redact(String(value));
    return [name, text === String(value) ? value : text];
  });
  return { index, values: Object.fromEntries(masked) };
}
