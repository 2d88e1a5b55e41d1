import { useIdeState } from '../app/context.tsx';
import { watchedItem } from '../app/state.ts';
import { WatchedIcon } from '../ui/icons.ts';

const TITLE = 'Runs again when it or what it plugs in changes';

/** In the row of a tree, whose label says that it is watched. */
export function WatchedMark({ code }: { code: string }) {
  const item = useIdeState(state => watchedItem(state, code));
  if (item === undefined) return null;
  const { problem } = item;
  const title = problem === undefined ? TITLE : `${TITLE}. It did not when it changed last: ${problem}`;
  return (
    <span className={`fixed-size row ${problem === undefined ? 'dim' : 'failed'}`} title={title} data-watched>
      <WatchedIcon size={14} aria-hidden />
    </span>
  );
}

export const useIsWatched = (code: string): boolean => useIdeState(state => watchedItem(state, code) !== undefined);
