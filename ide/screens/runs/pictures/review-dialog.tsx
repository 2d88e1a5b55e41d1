import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { ShownRun } from '../run-reply.ts';
import { BEING_WRITTEN, PictureDecision } from './picture-decision.tsx';
import { PictureJudge } from './picture-judge.tsx';
import classes from './pictures.module.css';
import { type DifferingPicture, useDifferences } from './use-differences.ts';

interface ReviewDialogProps {
  run: ShownRun;
  place: ProjectPlace;
}

/** All pictures of a run that differ, one after the other. */
export function ReviewDialog({ run, place }: ReviewDialogProps) {
  const { navigation } = useIde();
  const { reply, all, at, isBusy, choose, ask, decide } = useReview({ run, place });
  const shown = all[at];
  return (
    <Dialog
      opened
      onClose={() => navigation.go({ ...place, dialog: undefined, file: undefined })}
      size="min(96vw, 100rem)"
      title="Pictures that differ"
      onKeyDown={event =>
        byKey(event, {
          j: () => choose(at + 1),
          k: () => choose(at - 1),
          a: () => ask('accept'),
          u: () => ask('undo'),
        })
      }
    >
      {reply.phase === 'loading' && <SkeletonRows count={6} label="Loading the pictures" />}
      {reply.phase === 'failed' && <p className="flush note">{reply.message}</p>}
      {reply.phase === 'ready' && shown === undefined && (
        <p className="flush note">All pictures of this run are the kept ones.</p>
      )}
      {shown !== undefined && (
        <div className="stack gap-md">
          <ForAll all={all} isBusy={isBusy} onDecide={tool => void decide(tool)} />
          <div className={classes.review}>
            <Entries all={all} at={at} onChoose={choose} />
            <div className={`stack gap-md ${classes.shown}`}>
              <PictureDecision
                difference={shown}
                isBusy={isBusy}
                onAccept={() => ask('accept')}
                onUndo={() => ask('undo')}
              />
              <PictureJudge key={shown.actual} run={run} place={place} difference={shown} />
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** What is asked while the decision before is not done yet waits for it; of several, the last. */
function useReview({ run, place }: ReviewDialogProps) {
  const { navigation } = useIde();
  const { reply, isBusy, decide } = useDifferences(run.runId);
  const [asked, setAsked] = useState<{ actual: string; what: 'accept' | 'undo' }>();
  const all = reply.phase === 'ready' ? reply.value.differences : [];
  const placeOf = (file: string | undefined) => all.findIndex(({ actual }) => actual === file);
  const at = Math.max(0, placeOf(place.file));
  const choose = (index: number) => {
    const next = all[index];
    if (next !== undefined) navigation.go({ ...place, file: next.actual }, { replace: true });
  };
  const accept = async (index: number) => {
    const picture = all[index];
    if (picture?.state !== 'open') return;
    await decide('acceptPictures', [picture.actual]);
    const next = all.findIndex(({ state }, other) => other > index && state === 'open');
    if (next > 0) choose(next);
  };
  const undo = async (index: number) => {
    const picture = all[index];
    if (picture?.state === 'accepted') await decide('undoAcceptPictures', [picture.actual]);
  };
  useEffect(() => {
    if (asked === undefined || isBusy) return;
    setAsked(undefined);
    void { accept, undo }[asked.what](placeOf(asked.actual));
  });
  const ask = (what: 'accept' | 'undo') => {
    const actual = all[at]?.actual;
    if (actual !== undefined) setAsked({ actual, what });
  };
  return { reply, all, at, isBusy, choose, ask, decide };
}

/** Arrows go on in the list, but move what has values of its own. */
const SAME_KEY: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k' };

function byKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
  const does = keys[SAME_KEY[event.key] ?? event.key];
  if (does === undefined) return;
  event.preventDefault();
  does();
}

interface ForAllProps {
  all: readonly DifferingPicture[];
  isBusy: boolean;
  onDecide(tool: 'acceptPictures' | 'undoAcceptPictures'): void;
}

function undoAllObstacle(accepted: number, isBusy: boolean): string | undefined {
  if (isBusy) return BEING_WRITTEN;
  return accepted === 0 ? 'None is accepted' : undefined;
}

function ForAll({ all, isBusy, onDecide }: ForAllProps) {
  const count = (state: DifferingPicture['state']) => all.filter(each => each.state === state).length;
  const [open, accepted] = [count('open'), count('accepted')];
  return (
    <div className="row wrap gap-md note">
      <TextButton
        label={`Accept all ${open}`}
        obstacle={open === 0 ? 'None waits for it' : undefined}
        loading={isBusy}
        onClick={() => onDecide('acceptPictures')}
      />
      <TextButton
        label={`Undo all ${accepted}`}
        variant="default"
        obstacle={undoAllObstacle(accepted, isBusy)}
        onClick={() => onDecide('undoAcceptPictures')}
      />
      <span role="status">
        {open} of {all.length} to decide on
      </span>
      <span className="grow" />
      <span>
        <kbd>J</kbd> next, <kbd>K</kbd> previous, <kbd>A</kbd> accept, <kbd>U</kbd> undo
      </span>
    </div>
  );
}

const WORDS = { open: 'differs', accepted: 'accepted', outdated: 'out of date' };

interface EntriesProps {
  all: readonly DifferingPicture[];
  at: number;
  onChoose(index: number): void;
}

function Entries({ all, at, onChoose }: EntriesProps) {
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (at >= 0) current.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ul className={classes.list} aria-label="Pictures">
      {all.map(({ actual, item, title, state, expected }, index) => (
        <li key={actual}>
          <button
            ref={index === at ? current : undefined}
            type="button"
            className={classes.entry}
            aria-current={index === at}
            onClick={() => onChoose(index)}
          >
            <span dir="auto">{item}</span>
            <span className="note" dir="auto">
              {title} · {state === 'open' && expected === undefined ? 'first picture' : WORDS[state]}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
