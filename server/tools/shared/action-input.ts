import { z } from 'zod';
import { type BlockFault, readBlocks } from '../../../model/actions/blocks.ts';
import { ACTION_TYPES, type Action } from '../../../model/actions/index.ts';
import { ActionInput, readAction, UNSTORED_ACTION_ID } from '../../../model/actions/read-action.ts';
import { AppError, isAppError, refuseAll } from '../../../model/errors/errors.ts';
import { ActionId } from '../../../model/names/codes.ts';
import { suiteFaults } from '../../../model/project/problems.ts';
import type { TestType } from '../../../model/project/test.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';

/**
 * A whole action; one that was read may be given back with its id and position, which are then made anew. A kind that
 * does not exist, and names that a kind does not know, are refused by `readAction`, which tells all of them at once.
 */
export const WholeAction = ActionInput.extend({
  type: z.string().meta({ enum: ACTION_TYPES }),
  actionId: ActionId.optional(),
  actionIndex: z.number().int().optional(),
}).loose();

/** Whole actions. */
export const ActionInputs = z
  .array(WholeAction)
  .max(1_000)
  .describe('In order: [{type, …}] with the fields of createAction');
export type ActionInputs = z.infer<typeof ActionInputs>;

/** Holds actions against their kinds and gives them ids. Errors: `invalid-params` that tells all that are wrong. */
export function readActions(inputs: ActionInputs, nextId: () => ActionId): Action[] {
  const errors: AppError[] = [];
  const actions = inputs.flatMap(({ actionId: _id, actionIndex: _index, ...fields }, index) => {
    try {
      return [readAction(fields, { actionId: nextId(), syntax: syntaxCheck, root: `actions[${index}]` })];
    } catch (error) {
      if (!isAppError(error, 'invalid-params')) throw error;
      errors.push(error);
      return [];
    }
  });
  refuseAll(errors);
  return actions;
}

/** Checks actions that are given whole: the fields of each, and that blocks open and close. Errors: `invalid-params`. */
export function readWholeTest(inputs: ActionInputs, type: TestType): void {
  const actions = readActions(inputs, () => UNSTORED_ACTION_ID);
  const faults: BlockFault[] = [...readBlocks(actions).faults, ...(type === 'suite' ? suiteFaults(actions) : [])];
  refuseFaults('invalid-params', faults);
}

/** Refuses actions that a test, which is a suite, cannot hold. Errors: `invalid-project` with the index in the field. */
export const refuseInSuite = (inputs: ActionInputs): void => refuseFaults('invalid-project', suiteFaults(inputs));

function refuseFaults(kind: 'invalid-params' | 'invalid-project', faults: readonly BlockFault[]): void {
  refuseAll(
    faults.map(({ actionIndex, message }) => {
      const field = `actions[${actionIndex}]`;
      return new AppError(kind, `"${field}": ${message}.`, { field, facts: { faults } });
    }),
  );
}
