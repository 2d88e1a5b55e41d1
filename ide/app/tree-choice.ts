/** What is lit in the tree of modules and tests: what is shown, and what was chosen together with it. Pure. */
import { isInProject, type Place } from './places.ts';
import type { IdeState } from './state.ts';

const NONE: readonly string[] = [];

export const shownItem = (place: Place): string | undefined =>
  isInProject(place) ? (place.testId ?? place.moduleId) : undefined;

/** Items chosen together count only while what was shown then is shown: nobody else's row stays lit. */
export function chosenTogether({ view }: Pick<IdeState, 'view'>, shown: string | undefined): readonly string[] {
  if (view.treeChoice !== undefined && view.treeChoice.shown === shown) return view.treeChoice.codes;
  return shown === undefined ? NONE : [shown];
}
