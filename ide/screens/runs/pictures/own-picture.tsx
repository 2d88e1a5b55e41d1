import type { ProjectPlace } from '../../../app/places.ts';
import { PlaceLink } from '../../../parts/place-link.tsx';
import type { ShownRun } from '../run-reply.ts';
import { PictureDecision } from './picture-decision.tsx';
import { PictureJudge } from './picture-judge.tsx';
import { useDifferences } from './use-differences.ts';

interface OwnPictureProps {
  run: ShownRun;
  place: ProjectPlace;
  /** The picture of the run that differs. */
  actual: string;
}

/** What one action saw otherwise, judged where its result is shown. */
export function OwnPicture({ run, place, actual }: OwnPictureProps) {
  const { reply, isBusy, decide } = useDifferences(run.runId);
  if (reply.phase === 'failed') return <p className="flush note">{reply.message}</p>;
  const all = reply.phase === 'ready' ? reply.value.differences : [];
  const difference = all.find(each => each.actual === actual);
  if (difference === undefined) return null;
  return (
    <section className="stack gap-md" aria-label="Picture">
      <PictureDecision
        difference={difference}
        isBusy={isBusy}
        onAccept={() => void decide('acceptPictures', [actual])}
        onUndo={() => void decide('undoAcceptPictures', [actual])}
      />
      {all.length > 1 && (
        <PlaceLink className="small accent" place={{ ...place, dialog: 'pictures', file: actual }}>
          Review all {all.length} pictures of this run
        </PlaceLink>
      )}
      <PictureJudge key={actual} run={run} place={place} difference={difference} />
    </section>
  );
}
