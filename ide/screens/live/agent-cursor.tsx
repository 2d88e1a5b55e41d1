import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';

interface AgentCursorProps {
  live: LiveViewState;
  size: { width: number; height: number };
}

export function AgentCursor({ live: { actor, holder }, size }: AgentCursorProps) {
  if (actor?.box === undefined || holder !== undefined) return null;
  const { by, box } = actor;
  const x = (100 * (box.x + box.width / 2)) / size.width;
  const y = (100 * (box.y + box.height / 2)) / size.height;
  // The element is scrolled out of view.
  if (x < 0 || x > 100 || y < 0 || y > 100) return null;
  return (
    <div className={classes.cursor} style={{ left: `${x}%`, top: `${y}%` }} role="img" aria-label={`${by} acted here`}>
      <svg width="16" height="20" viewBox="0 0 16 20" aria-hidden="true">
        <path d="M1 1v15l4-3.5 2.5 6 2.6-1.1-2.5-5.8H13z" fill="currentcolor" stroke="#fff" strokeWidth="1" />
      </svg>
      <span className={`small ellipsis ${classes.cursorName}`} dir="auto">
        {by}
      </span>
    </div>
  );
}
