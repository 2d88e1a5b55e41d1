import { isInProject, type Place } from './places.ts';
import type { IdeState } from './state.ts';

const NONE: readonly string[] = [];

export const shownItem = (place: Place): string | undefined =>
  isInProject(place) ? (place.testId ?? place.moduleId) : undefined;

/** The choice counts only while what was shown then is still shown. */
export function chosenTogether({ view }: Pick<IdeState, 'view'>, shown: string | undefined): readonly string[] {
  if (view.treeChoice !== undefined && view.treeChoice.shown === shown) return view.treeChoice.codes;
  return shown === undefined ? NONE : [shown];
}
