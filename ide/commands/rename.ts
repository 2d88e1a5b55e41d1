import { isUnsaved } from '../app/feature-texts.ts';
import type { IdeState } from '../app/state.ts';
import { type Command, situationOf } from './command.ts';
import { type FeatureTarget, featureTarget, isForeign } from './feature-target.ts';
import { focusedTarget, testTarget } from './target.ts';

/** Their names stand in their files. */
function featureObstacle(state: IdeState, { feature, scenario }: FeatureTarget): string | undefined {
  if (scenario !== undefined) return 'Scenarios are renamed in the text of their feature';
  if (isForeign(state, feature)) return 'It comes from the server and is renamed there';
  if (feature.errors !== undefined) return 'Its text cannot be read: mend that first';
  return isUnsaved(state, feature.featureCode) ? 'Save its text first' : undefined;
}

export const rename: Command = {
  title: 'Rename',
  shortcut: 'F2',
  obstacle(situation) {
    const found = featureTarget(situation);
    if (found !== undefined) return featureObstacle(situation.state, found);
    const target = focusedTarget(situation) ?? testTarget(situation);
    if (target === undefined) return 'Choose a module, a test or a feature';
    return target.kind === 'action' ? 'Actions have no names' : undefined;
  },
  run(ide) {
    const { store } = ide;
    const situation = situationOf(ide);
    const found = featureTarget(situation);
    if (found !== undefined) return store.setView({ naming: { feature: found.feature.featureCode } });
    const target = focusedTarget(situation) ?? testTarget(situation);
    if (target === undefined || target.kind === 'action') return;
    store.setView({ isTreeShown: true, renaming: target.kind === 'test' ? target.testCode : target.moduleCode });
  },
};
