import type { EditOutcome } from '../../app/editing.ts';
import type { Ide } from '../../app/ide.ts';
import { isInProject } from '../../app/places.ts';

interface NewAction {
  moduleCode: string;
  testCode: string;
  after: string | undefined;
  fields: Record<string, unknown>;
}

/** Makes an action and chooses it; one that is refused leaves nothing behind. */
export async function createAction(ide: Ide, { moduleCode, testCode, after, fields }: NewAction): Promise<EditOutcome> {
  const { editing, navigation } = ide;
  const outcome = await editing.submit({ moduleCode, testCode, deed: { tool: 'createAction', after, fields } });
  if (outcome.kind === 'failed') {
    editing.discardFailed(testCode);
    return outcome;
  }
  const place = navigation.place();
  if (outcome.kind !== 'saved' || outcome.reply === undefined || !('action' in outcome.reply)) return outcome;
  if (isInProject(place) && place.testId === testCode)
    navigation.go({ ...place, actionId: outcome.reply.action.actionId }, { replace: true });
  return outcome;
}
