import { TextButton } from '../../ui/text-button.tsx';
import classes from './live-view.module.css';
import { type PageSize, pageSizeAs } from './page-size.ts';
import type { LiveViewState } from './use-live-view.ts';
import { useWindowObstacle } from './use-window-call.ts';

interface PictureCaptionProps {
  live: LiveViewState;
  room: PageSize;
}

/** What the pane has left above and below the picture, in pixels, before something is said about it. */
const MOST_LEFT = 110;

/** Below a page that leaves much of the pane empty: how small it is shown, and what fills the pane. */
export function PictureCaption({ live: { size, send }, room }: PictureCaptionProps) {
  const obstacle = useWindowObstacle();
  const asPane = pageSizeAs(room);
  if (size === undefined || asPane === undefined) return null;
  const scale = Math.min(room.width / size.width, room.height / size.height);
  if (room.height - scale * size.height < MOST_LEFT) return null;
  return (
    <p className={`row wrap note ${classes.caption}`}>
      <span className="numbers">{`${size.width} × ${size.height}, shown at ${Math.round(100 * scale)} %`}</span>
      <TextButton
        size="compact-xs"
        variant="subtle"
        label="Fill the pane"
        hint={`Makes the page ${asPane.width} × ${asPane.height}, until a new window is opened`}
        obstacle={obstacle}
        onClick={() => send({ kind: 'resize', ...asPane })}
      />
    </p>
  );
}
