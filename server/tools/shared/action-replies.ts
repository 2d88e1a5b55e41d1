import { z } from 'zod';
import type { ActionId } from '../../../model/names/codes.ts';
import { findAction } from '../../../model/project/edits/actions.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { PAGE_FIELDS } from './paging.ts';
import { takeFitting } from './reply-size.ts';
import { ActionView, actionView, Problems, problemsReply } from './views.ts';

export const ActionReply = z.strictObject({ action: ActionView, problems: Problems });

/** `at`: where it was put, unless other edits have moved it since. */
export function actionReply(content: VersionContent, test: Test, { actionId, at }: { actionId: ActionId; at: number }) {
  const index = test.actions[at]?.actionId === actionId ? at : findAction(test, { actionId });
  return { action: actionView(test, index), ...problemsReply(content, test) };
}

export const ActionsReply = z.strictObject({
  actions: z.array(ActionView),
  problems: Problems,
  omitted: PAGE_FIELDS.omitted,
});

/** Of many actions as many as fit into a reply. */
export function actionsReply(content: VersionContent, test: Test, ids: readonly ActionId[]) {
  const wanted = new Set(ids);
  const all = test.actions.flatMap(({ actionId }, index) => (wanted.has(actionId) ? [actionView(test, index)] : []));
  const shown = takeFitting(all);
  const left = all.length - shown.length;
  return {
    actions: shown,
    ...problemsReply(content, test),
    ...(left === 0 ? {} : { omitted: `${left} of ${all.length} actions left out: getActions lists them.` }),
  };
}
