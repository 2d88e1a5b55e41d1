import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import type { LastResult } from '../../../app/tool-replies.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { markDifferences } from '../pictures/mark-differences.ts';
import { fileUrl, useRunPicture } from '../run-files.tsx';
import classes from './failure-desk.module.css';

interface ComparedPicturesProps {
  last: LastResult;
  failure: NonNullable<LastResult['failure']>;
}

export function FailurePictures({ last, failure: { screenshot, lastPassed } }: ComparedPicturesProps) {
  const place = usePlace();
  const passedFile = lastPassed?.screenshot;
  const urlOf = (runId: string, file: string | undefined) =>
    file === undefined || !isInProject(place) ? undefined : fileUrl(place, runId, file);
  const now = useRunPicture(urlOf(last.runId, screenshot));
  const before = useRunPicture(urlOf(lastPassed?.runId ?? '', passedFile));
  const { marks, share } = useDifferences(before.shown, now.shown);
  if (screenshot === undefined) return null;
  return (
    <div className={`stack gap-xl ${classes.pictures}`}>
      {lastPassed !== undefined && passedFile !== undefined && (
        <Picture
          {...before}
          alt={`The page when it passed, in run ${lastPassed.runId}`}
          caption={
            <>
              <b>Passed</b> in run {lastPassed.runId}, <RelativeTime at={lastPassed.startedAt} />
            </>
          }
        />
      )}
      <Picture
        {...now}
        alt={`The page when it failed, in run ${last.runId}`}
        caption={
          <>
            <b>Failed</b>
            {share !== undefined && ` · ${shareText(share)}`}
          </>
        }
      >
        {/* Marks of other pictures must not stay on it. */}
        {passedFile !== undefined && <canvas key={`${before.shown} ${now.shown}`} ref={marks} aria-hidden />}
      </Picture>
      {lastPassed !== undefined && passedFile === undefined && (
        <p className="flush small quiet">
          It passed in run {lastPassed.runId}, of which there is no picture: runs keep those of failures only, unless
          the project has them keep one of each action.
        </p>
      )}
    </div>
  );
}

const shareText = (share: number): string => {
  if (share === 0) return 'looks the same';
  return share < 0.01 ? 'less than 1 % differs' : `${Math.round(share * 100)} % differs`;
};

interface PictureProps {
  shown?: string;
  problem?: string;
  alt: string;
  caption: ReactNode;
  children?: ReactNode;
}

const Picture = ({ shown, problem, alt, caption, children }: PictureProps) => (
  <figure>
    <figcaption>{caption}</figcaption>
    {problem === undefined ? (
      <a
        className={`relative boxed ${classes.frame}`}
        href={shown}
        target="_blank"
        rel="noreferrer"
        title="Open full size"
        aria-label={`${alt}: open full size`}
      >
        {shown === undefined ? <div className={classes.blank} /> : <img src={shown} alt={alt} />}
        {children}
      </a>
    ) : (
      <p className="flush small quiet">{problem}</p>
    )}
  </figure>
);

/** Draws nothing where the pictures differ in size. */
function useDifferences(before: string | undefined, now: string | undefined) {
  const marks = useRef<HTMLCanvasElement>(null);
  const [share, setShare] = useState<number>();
  useEffect(() => {
    setShare(undefined);
    const canvas = marks.current;
    if (before === undefined || now === undefined || canvas === null) return undefined;
    const leaving = new AbortController();
    markDifferences({ before, now, canvas, signal: leaving.signal }).then(
      found => leaving.signal.aborted || setShare(found),
      // A picture that is gone says so itself.
      () => undefined,
    );
    return () => leaving.abort();
  }, [before, now]);
  return { marks, share };
}
