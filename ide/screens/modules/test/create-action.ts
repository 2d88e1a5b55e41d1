import { ACTION_KINDS, isActionType } from '../../../../model/actions/index.ts';
import type { EditForm, EditOutcome } from '../../../app/editing.ts';
import type { EditOperation, NewAction } from '../../../app/edits.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { moduleOf } from './save-action.ts';

interface ActionToCreate {
  testCode: string;
  after: string | undefined;
  fields: NewAction;
  /** Created before it, in the same edit. */
  ahead?: readonly NewAction[];
  /** The same call as made before, which got no answer. */
  sent?: Record<string, unknown> | undefined;
}

/** A block is created with its end. */
function operationFor({ after, fields, ahead = [] }: ActionToCreate): EditOperation {
  const isBlock = isActionType(fields.type) && ACTION_KINDS[fields.type].block === 'open';
  const actions = [...ahead, fields, ...(isBlock ? [{ type: 'end' }] : [])];
  return actions.length > 1 ? { tool: 'createActions', after, actions } : { tool: 'createAction', after, fields };
}

/** Creates an action and chooses its row. */
export async function createAction(ide: Ide, action: ActionToCreate, form?: EditForm): Promise<EditOutcome> {
  const { editing, navigation } = ide;
  const { testCode, sent, ahead = [] } = action;
  const moduleCode = moduleOf(ide, testCode);
  const from = navigation.place();
  const outcome = await editing.submit({ moduleCode, testCode, operation: operationFor(action), sent }, form);
  const place = navigation.place();
  if (outcome.kind !== 'saved' || outcome.reply === undefined) return outcome;
  const made =
    'actions' in outcome.reply
      ? outcome.reply.actions[ahead.length]
      : 'action' in outcome.reply && outcome.reply.action;
  // Another row may have been chosen meanwhile.
  const isStill = isInProject(from) && isInProject(place) && place.actionId === from.actionId;
  if (made && isStill && place.testId === testCode)
    navigation.go({ ...place, actionId: made.actionId }, { replace: true });
  return outcome;
}
