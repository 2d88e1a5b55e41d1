import type { EditOutcome } from '../../app/editing.ts';
import type { Ide } from '../../app/ide.ts';
import { isInProject } from '../../app/places.ts';
import { ActionReply } from '../../app/tool-replies.ts';

interface NewAction {
  moduleCode: string;
  testCode: string;
  behind: string | undefined;
  fields: Record<string, unknown>;
}

/** Makes an action and chooses it; one that is refused leaves nothing behind. */
export async function createAction(
  ide: Ide,
  { moduleCode, testCode, behind, fields }: NewAction,
): Promise<EditOutcome> {
  const { editing, navigation } = ide;
  const outcome = await editing.submit({ moduleCode, testCode, deed: { tool: 'createAction', behind, fields } });
  if (outcome.kind === 'failed') {
    editing.discardFailed(testCode);
    return outcome;
  }
  const made = outcome.kind === 'saved' ? ActionReply.safeParse(outcome.reply).data : undefined;
  const place = navigation.place();
  if (made !== undefined && isInProject(place) && place.testId === testCode)
    navigation.go({ ...place, actionId: made.action.actionId }, { replace: true });
  return outcome;
}
