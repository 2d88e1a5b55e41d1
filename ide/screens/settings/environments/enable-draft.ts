import { changeFirstSteps } from '../../../app/change-first-steps.ts';
import type { Ide } from '../../../app/ide.ts';
import { snapshotOf } from '../../../app/state.ts';
import { showUndo } from '../../../app/toasts.tsx';
import { takeBack } from '../../../commands/edits.ts';
import { SIGN_IN_VALUES } from '../../../parts/sign-in-values.ts';
import type { ListedEnvironment } from './environment-draft.ts';

/** The sign-in test of the first steps joins runs once its values are given. */
export async function enableDraft(ide: Ide, projectId: string, items: ListedEnvironment['items']): Promise<void> {
  const { store, editing } = ide;
  const testCode = store.getState().view.firstSteps[projectId]?.draft;
  if (testCode === undefined || !SIGN_IN_VALUES.every(({ name }) => isGiven(items, name))) return;
  changeFirstSteps(store, projectId, ({ draft: _draft, ...steps }) => steps);
  const test = snapshotOf(store.getState())?.tests[testCode];
  if (test?.skip !== true) return;
  await editing.change('editTest', { moduleCode: test.moduleCode, testCode, skip: null });
  showUndo(`“${test.name}” has its values: from now on it runs with the others`, () => void takeBack(ide));
}

const isGiven = (items: ListedEnvironment['items'], wanted: string): boolean =>
  items.some(({ name, value = '', set = false }) => name === wanted && (set || value !== ''));
