import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function script({ code, into }: ActionOf<'script'>, { page, limits, setVariable }: PerformContext) {
  const value = await page.look({ kind: 'script', code }, limits);
  if (into !== undefined) setVariable(into, value ?? null);
  return PASSED;
}
