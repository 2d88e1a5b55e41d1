/** The target of commands: the focused item of the tree, else what the address names. */
import { isInProject } from '../app/places.ts';
import { snapshotOf } from '../app/state.ts';
import type { Situation } from './command.ts';

export type Target =
  | { kind: 'module'; moduleCode: string }
  | { kind: 'test'; moduleCode: string; testCode: string }
  | { kind: 'action'; moduleCode: string; testCode: string; actionId: string };

function treeTarget({ state }: Situation, code: string | undefined): Target | undefined {
  const snapshot = snapshotOf(state);
  if (snapshot === undefined || code === undefined) return undefined;
  if (Object.hasOwn(snapshot.modules, code)) return { kind: 'module', moduleCode: code };
  const test = snapshot.tests[code];
  return test && { kind: 'test', moduleCode: test.moduleCode, testCode: code };
}

export function actionTarget({ state, place }: Situation): (Target & { kind: 'action' }) | undefined {
  if (!isInProject(place) || place.testId === undefined || place.actionId === undefined) return undefined;
  const test = snapshotOf(state)?.tests[place.testId];
  if (test === undefined) return undefined;
  return { kind: 'action', moduleCode: test.moduleCode, testCode: place.testId, actionId: place.actionId };
}

/** The one in the tree while that has the focus, else the open one. */
export function testTarget(situation: Situation): (Target & { kind: 'test' }) | undefined {
  const { state, place } = situation;
  const focused = state.view.focusArea === 'tree' ? treeTarget(situation, state.view.treeFocus) : undefined;
  const shown = isInProject(place) ? treeTarget(situation, place.testId) : undefined;
  const target = focused?.kind === 'test' ? focused : shown;
  return target?.kind === 'test' ? target : undefined;
}

/** For keys like Del, which do nothing while the focus is elsewhere. */
export function focusedTarget(situation: Situation): Target | undefined {
  const { focusArea, treeFocus } = situation.state.view;
  if (focusArea === 'tree') return treeTarget(situation, treeFocus);
  return focusArea === 'actions' ? actionTarget(situation) : undefined;
}

export const chosenTarget = (situation: Situation): Target | undefined =>
  focusedTarget(situation) ?? testTarget(situation);

export function moduleTarget(situation: Situation): string | undefined {
  const { state, place } = situation;
  const focused = state.view.focusArea === 'tree' ? treeTarget(situation, state.view.treeFocus) : undefined;
  const shown = isInProject(place) ? treeTarget(situation, place.testId ?? place.moduleId) : undefined;
  return (focused ?? shown)?.moduleCode;
}
