import type { ActionOf } from '../../../../model/actions/index.ts';
import type { PerformContext, Performed } from '../perform-context.ts';

export async function screenshot(action: ActionOf<'screenshot'>, context: PerformContext): Promise<Performed> {
  const { name = 'screenshot', fullPage = false, locator } = action;
  const found = locator === undefined ? undefined : await context.find(locator);
  const bytes = await context.page.picture({ fullPage, found }, context.limits);
  return { state: 'passed', screenshot: await context.keepPicture((await context.text(name)).text, bytes) };
}
