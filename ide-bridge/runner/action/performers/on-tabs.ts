import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

export async function visit({ url }: ActionOf<'visit'>, context: PerformContext) {
  const { text } = await context.text(url);
  await context.page.actOnPage({ kind: 'visit', url: text, base: context.base() }, context.limits);
  return PASSED;
}

export async function goBack(_action: ActionOf<'goBack'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'goBack' }, limits);
  return PASSED;
}

export async function goForward(_action: ActionOf<'goForward'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'goForward' }, limits);
  return PASSED;
}

export async function reload(_action: ActionOf<'reload'>, { page, limits }: PerformContext) {
  await page.actOnPage({ kind: 'reload' }, limits);
  return PASSED;
}

export async function newTab({ url }: ActionOf<'newTab'>, context: PerformContext) {
  const { tabs } = context.page;
  if (url === undefined) await tabs.open(undefined, context.limits);
  else await tabs.open({ url: (await context.text(url)).text, base: context.base() }, context.limits);
  return PASSED;
}

export async function switchTab({ tab }: ActionOf<'switchTab'>, context: PerformContext) {
  const { text } = await context.text(tab);
  await context.page.tabs.use({ tab: text, base: context.base() }, context.limits);
  return PASSED;
}

export async function closeTab({ tab }: ActionOf<'closeTab'>, context: PerformContext) {
  const { tabs } = context.page;
  if (tab === undefined) await tabs.close(undefined, context.limits);
  else await tabs.close({ tab: (await context.text(tab)).text, base: context.base() }, context.limits);
  return PASSED;
}

export async function dialog({ accept, text }: ActionOf<'dialog'>, context: PerformContext): Promise<Performed> {
  const answer = { accept, text: text === undefined ? undefined : (await context.text(text)).text };
  const planned = context.page.answerNextDialog(answer);
  const atEnd = () =>
    planned.isUsed ? undefined : { message: 'No dialog came for it to answer before the test ended.' };
  return { state: 'passed', later: { atEnd } };
}

export async function screenshot(action: ActionOf<'screenshot'>, context: PerformContext): Promise<Performed> {
  const { name = 'screenshot', fullPage = false, locator } = action;
  const found = locator === undefined ? undefined : await context.find(locator);
  const bytes = await context.page.picture({ fullPage, found }, context.limits);
  return { state: 'passed', screenshot: await context.keepPicture((await context.text(name)).text, bytes) };
}

export async function script({ code, into }: ActionOf<'script'>, { page, limits, setVariable }: PerformContext) {
  const value = await page.look({ kind: 'script', code }, limits);
  if (into !== undefined) setVariable(into, value ?? null);
  return PASSED;
}
