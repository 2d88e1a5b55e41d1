import { AppError } from '../../model/errors/errors.ts';
import type { Test } from '../../model/project/test.ts';
import type { RunStatus } from '../../model/protocol/bridge.ts';
import { type KnownValues, knownValues } from '../../model/recording/known-values.ts';
import { readDataRows } from '../runs/plan/data-rows.ts';

type ValuesByName = Readonly<Record<string, unknown>>;

interface ValuesToKnow {
  folder: string;
  /** Of the one who records, by name; they count more than those of the test. */
  given: ValuesByName | undefined;
  run: RunStatus;
}

/**
 * What parameters and columns of a test hold while it is recorded: in the run that is paused in it, else by default and
 * in the first row. Errors: `invalid-params` for a given name that the test does not have.
 */
export async function valuesOfTest(test: Test, { folder, given = {}, run }: ValuesToKnow): Promise<KnownValues> {
  const rows = await readDataRows(folder, test).catch(() => undefined);
  const parameters = test.parameters ?? [];
  const names = new Set([...parameters.map(({ name }) => name), ...(rows ?? []).flatMap(row => Object.keys(row))]);
  const unknown = Object.keys(given).find(name => !names.has(name));
  if (unknown !== undefined)
    throw new AppError('invalid-params', `The test ${test.testCode} has no parameter and no column "${unknown}".`, {
      field: `values.${unknown}`,
      expected: [...names].join(', ') || 'no values, as the test has neither',
    });
  const paused = run.state === 'paused' && run.action?.testCode === test.testCode ? run.scopes : undefined;
  const defaults = Object.fromEntries(parameters.map(({ name, default: text }) => [name, text]));
  // As in a run, a parameter hides the column of its name, even where it has no value.
  const held = { ...rows?.[0], ...paused?.testData, ...defaults, ...paused?.parameters, ...given };
  return knownValues(Object.entries(held).flatMap(([name, value]) => (isText(value) ? [[name, String(value)]] : [])));
}

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
