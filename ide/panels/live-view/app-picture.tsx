import { useIdeState } from '../../app/context.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './live-view.module.css';
import { usePicture } from './use-picture.ts';

/** What the app window shows, as it was when something happened in it last. */
export function AppPicture() {
  const title = useIdeState(state => state.app.title);
  const { picture, problem, isStale, retry } = usePicture();
  if (picture === undefined && problem !== undefined)
    return <Failure title="No picture of the app" message={problem} onRetry={retry} />;
  if (picture === undefined) return <SkeletonRows count={6} label="The picture is on its way" />;
  const { mimeType, base64, width, height } = picture;
  return (
    <div className={classes.stage}>
      <img
        className={classes.picture}
        data-stale={isStale || undefined}
        src={`data:${mimeType};base64,${base64}`}
        width={width}
        height={height}
        alt={`The app shows ${title || 'a page without a title'}`}
      />
      {problem !== undefined && (
        <p className={classes.problem} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}
