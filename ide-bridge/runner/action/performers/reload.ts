import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function reload(_action: ActionOf<'reload'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'reload' }, limits);
  return PASSED;
}
