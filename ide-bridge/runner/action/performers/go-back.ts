import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function goBack(_action: ActionOf<'goBack'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'goBack' }, limits);
  return PASSED;
}
