import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function scroll({ locator, x, y }: ActionOf<'scroll'>, { find, page, limits }: PerformContext) {
  const by = { kind: 'scrollBy', x: x ?? 0, y: y ?? 0 } as const;
  if (locator === undefined) await page.actOnPage(by, limits);
  else await page.act(await find(locator), x === undefined && y === undefined ? { kind: 'scrollTo' } : by, limits);
  return PASSED;
}
