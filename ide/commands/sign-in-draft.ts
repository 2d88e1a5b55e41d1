/** The sign-in test that the first steps write waits for its values. */
import { changeFirstSteps } from '../app/change-first-steps.ts';
import type { Ide } from '../app/ide.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import type { ReplyOf } from '../app/tool-replies.ts';
import { takeBack } from './edits.ts';

/** What it needs from an environment. */
export const SIGN_IN_VALUES = [
  { name: 'user', value: '', kind: 'variable' },
  { name: 'password', kind: 'secret' },
] as const;

type EnvironmentItems = ReplyOf<'getEnvironments'>['environments'][number]['items'];

/** It joins the runs, with an offer to undo that, if these items are all that it waited for. */
export async function enableSignInDraft(ide: Ide, projectId: string, items: EnvironmentItems): Promise<void> {
  const { store, editing } = ide;
  const testCode = waitingDraft(ide, projectId);
  if (testCode === undefined || !SIGN_IN_VALUES.every(({ name }) => isGiven(items, name))) return;
  changeFirstSteps(store, projectId, ({ draft: _draft, ...steps }) => steps);
  const test = snapshotOf(store.getState())?.tests[testCode];
  if (test?.skip !== true) return;
  await editing.change('editTest', { moduleCode: test.moduleCode, testCode, skip: null });
  showUndo(`“${test.name}” has its values: from now on it runs with the others`, () => void takeBack(ide));
}

/** A recording may have given the first environment its values. */
export async function enableRecordedDraft(ide: Ide, projectId: string): Promise<void> {
  if (waitingDraft(ide, projectId) === undefined) return;
  const { environments } = await ide.session.call('getEnvironments', { projectId });
  await enableSignInDraft(ide, projectId, environments[0]?.items ?? []);
}

const waitingDraft = ({ store }: Ide, projectId: string): string | undefined =>
  store.getState().view.firstSteps[projectId]?.draft;

const isGiven = (items: EnvironmentItems, wanted: string): boolean =>
  items.some(({ name, value = '', set = false }) => name === wanted && (set || value !== ''));
