import { chosenActions } from './chosen-actions.ts';
import { chosenItems } from './chosen-items.ts';
import type { Command, Situation } from './command.ts';
import { situationOf } from './command.ts';
import { deleteActions } from './delete-actions.ts';
import { askAndDelete } from './delete-records.ts';
import { deleteFeature } from './feature-edits.ts';
import { type FeatureTarget, featureTarget, isForeign } from './feature-target.ts';
import { focusedTarget } from './target.ts';

/** In their tree only: elsewhere keys may mean something else. */
const focusedFeature = (situation: Situation): FeatureTarget | undefined =>
  situation.state.view.focusArea === 'tree' ? featureTarget(situation) : undefined;

export const deleteItem: Command = {
  title: 'Delete',
  shortcut: 'Delete',
  obstacle(situation) {
    const found = focusedFeature(situation);
    if (found?.scenario !== undefined) return 'Scenarios are deleted in the text of their feature';
    if (found !== undefined)
      return isForeign(situation.state, found.feature) ? 'It comes from the server and is deleted there' : undefined;
    return focusedTarget(situation) === undefined ? 'Choose what to delete' : undefined;
  },
  async run(ide) {
    const situation = situationOf(ide);
    const found = focusedFeature(situation);
    if (found !== undefined) return await deleteFeature(ide, found.feature);
    const actions = chosenActions(situation);
    if (situation.state.view.focusArea === 'tree') await askAndDelete(ide, chosenItems(situation));
    else if (actions !== undefined) await deleteActions(ide, actions);
  },
};
