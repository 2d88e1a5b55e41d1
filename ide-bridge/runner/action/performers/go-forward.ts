import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function goForward(_action: ActionOf<'goForward'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'goForward' }, limits);
  return PASSED;
}
