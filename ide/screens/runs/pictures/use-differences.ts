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
  const { editing } = useIde();
  const edits = useIdeState(state => snapshotOf(state)?.sequence);
  const decisions = useIdeState(({ results }) => results.changed[runId]);
  const { reply, again } = useAnswer(
    'getPictureDifferences',
    { runId, limit: MOST },
    { isWanted: edits !== undefined, causes: [edits, decisions], isKept: true },
  );
  const { isBusy, run } = useWork();
  const decide = (tool: 'acceptPictures' | 'undoAcceptPictures', pictures?: string[]) =>
    run(async () => {
      const given = pictures === undefined ? { runId } : { runId, pictures };
      await attempt(TITLES[tool], () => editing.change(tool, given));
      again();
    });
  return { reply, again, isBusy, decide };
}

const TITLES = { acceptPictures: 'Accept the picture', undoAcceptPictures: 'Put the former picture back' };
