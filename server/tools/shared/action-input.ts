import { z } from 'zod';
import { type BlockFault, readBlocks } from '../../../model/actions/blocks.ts';
import type { Action } from '../../../model/actions/index.ts';
import { ActionInput, readAction, UNSTORED_ACTION_ID } from '../../../model/actions/read-action.ts';
import { ActionId } from '../../../model/project/codes.ts';
import { suiteFaults } from '../../../model/project/problems.ts';
import type { TestType } from '../../../model/project/test.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import { syntaxCheck } from '../../syntax-check.ts';

/**
 * A whole action; one that was read may be given back with its id and position, which are then made anew. Names that
 * its kind does not know are refused by `readAction`, which tells those that it does.
 */
export const WholeAction = ActionInput.extend({
  actionId: ActionId.optional(),
  actionIndex: z.number().int().optional(),
}).loose();

/** Whole actions. */
export const ActionInputs = z
  .array(WholeAction)
  .max(1_000)
  .describe('In order: [{type, …}] with the fields of createAction');
export type ActionInputs = z.infer<typeof ActionInputs>;

/** Holds actions against their kinds and gives them ids. Errors: `invalid-params` with the index in the field. */
export function readActions(inputs: ActionInputs, nextId: () => ActionId): Action[] {
  return inputs.map(({ actionId: _id, actionIndex: _index, ...fields }, index) =>
    readAction(fields, { actionId: nextId(), syntax: syntaxCheck, root: `actions[${index}]` }),
  );
}

/** Checks actions that are given whole: the fields of each, and that blocks open and close. Errors: `invalid-params`. */
export function readWholeTest(inputs: ActionInputs, type: TestType): void {
  const actions = readActions(inputs, () => UNSTORED_ACTION_ID);
  const faults: BlockFault[] = [...readBlocks(actions).faults, ...(type === 'suite' ? suiteFaults(actions) : [])];
  refuseFirst('invalid-params', faults);
}

/** Refuses actions that a test, which is a suite, cannot hold. Errors: `invalid-project` with the index in the field. */
export const refuseInSuite = (inputs: ActionInputs): void => refuseFirst('invalid-project', suiteFaults(inputs));

function refuseFirst(kind: 'invalid-params' | 'invalid-project', faults: readonly BlockFault[]): void {
  const [fault] = faults;
  if (fault === undefined) return;
  const field = `actions[${fault.actionIndex}]`;
  throw new AppError(kind, `"${field}": ${fault.message}.`, { field, facts: { faults } });
}
