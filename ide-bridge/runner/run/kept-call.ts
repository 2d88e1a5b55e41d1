import type { ActionResult } from '../../../model/run/run.ts';
import type { FilledFields } from './filled-fields.ts';
import type { ItemValues } from './run-frame.ts';

/** Limit for the calls in the record of one item: a loop may make thousands. */
const MOST_CHARACTERS = 500_000;

const spent = new WeakMap<ItemValues, number>();

/** Beyond the limit of the item, only what was called and how it ended. */
export function keptCall({ call }: FilledFields, values: ItemValues): Pick<ActionResult, 'call'> {
  if (call === undefined) return {};
  const before = spent.get(values) ?? 0;
  const { method, url, status } = call;
  if (before > MOST_CHARACTERS) return { call: { method, url, ...(status === undefined ? {} : { status }) } };
  spent.set(values, before + JSON.stringify(call).length);
  return { call };
}
