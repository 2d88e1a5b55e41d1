import { useIde, useIdeState } from '../../../app/context.tsx';
import { useAnswer, useWork } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';

export type DifferingPicture = ReplyOf<'getPictureDifferences'>['differences'][number];

/** More than anybody looks through at once. */
const MOST = 500;

/** Read again when somebody has decided on one. */
export function useDifferences(runId: string) {
  const { editing, session } = useIde();
  const edits = useIdeState(state => snapshotOf(state)?.sequence);
  const decisions = useIdeState(({ results }) => results.changed[runId]);
  const asked = { runId, limit: MOST };
  const how = { isWanted: edits !== undefined, causes: [edits, decisions], isKept: true };
  const { reply, take } = useAnswer('getPictureDifferences', asked, how);
  const { isBusy, run } = useWork();
  /** Resolves once the list says what was decided. */
  const decide = (tool: 'acceptPictures' | 'undoAcceptPictures', pictures?: string[]) =>
    run(async () => {
      const given = pictures === undefined ? { runId } : { runId, pictures };
      await attempt(TITLES[tool], async () => {
        await editing.change(tool, given);
        take(await session.call('getPictureDifferences', asked));
      });
    });
  return { reply, isBusy, decide };
}

const TITLES = { acceptPictures: 'Accept the picture', undoAcceptPictures: 'Put the former picture back' };
