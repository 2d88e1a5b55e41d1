import { useIdeState } from '../../app/context.tsx';
import { redTextsLike } from '../../app/like-texts.ts';
import { snapshotOf } from '../../app/state.ts';

const NONE: readonly string[] = [];

/** Red texts of the version that differ from one in values alone. */
export function useRedTextsLike(text: string): readonly string[] {
  const features = useIdeState(state => (state.features.phase === 'ready' ? state.features.value : undefined));
  const links = useIdeState(state => snapshotOf(state)?.links);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  if (features === undefined || links === undefined || tests === undefined) return NONE;
  return redTextsLike(features, { links, tests }, text);
}
