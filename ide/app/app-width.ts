import type { IdeState } from './state.ts';

type Widening = Pick<IdeState, 'view' | 'recording'>;

/** Whether the app beside the test is what a person works in: clicks there become actions. */
export const isAppWorkedIn = ({ view, recording }: Widening): boolean => recording.isOn || view.isPointing === true;

/** Whether the app has most of the screen, without the tree: as it was chosen, else while it is worked in. */
export const isAppWide = (state: Widening): boolean => state.view.isAppWide ?? isAppWorkedIn(state);

/** The choice that changes that; none where it then is as it would be without. */
export function otherAppWidth(state: Widening): boolean | undefined {
  const next = !isAppWide(state);
  return next === isAppWorkedIn(state) ? undefined : next;
}

export const isTreeShown = (state: Widening): boolean => state.view.isTreeShown && !isAppWide(state);

/** What shows the tree. */
export const shownTree = (state: Widening): Partial<IdeState['view']> => ({
  isTreeShown: true,
  ...(isAppWide(state) && { isAppWide: otherAppWidth(state) }),
});
