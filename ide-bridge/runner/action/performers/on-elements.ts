import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function click({ locator, modifiers, position }: ActionOf<'click'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'click', button: 'left', count: 1, modifiers, position }, context.limits);
  return PASSED;
}

export async function doubleClick({ locator, modifiers, position }: ActionOf<'dblclick'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'click', button: 'left', count: 2, modifiers, position }, context.limits);
  return PASSED;
}

export async function rightClick({ locator, modifiers, position }: ActionOf<'rightClick'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'click', button: 'right', count: 1, modifiers, position }, context.limits);
  return PASSED;
}

export async function hover({ locator, modifiers, position }: ActionOf<'hover'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'hover', modifiers, position }, context.limits);
  return PASSED;
}

export async function drag({ locator, target }: ActionOf<'drag'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.drag(found, await context.find(target), context.limits);
  return PASSED;
}

export async function fill({ locator, value }: ActionOf<'fill'>, context: PerformContext) {
  const found = await context.find(locator);
  const { text, isSecret } = await context.text(value);
  await context.page.act(found, { kind: 'fill', value: text, isSecret }, context.limits);
  return PASSED;
}

export async function select({ locator, values }: ActionOf<'select'>, context: PerformContext) {
  const found = await context.find(locator);
  const wanted: { text: string; isSecret: boolean }[] = [];
  for (const value of values) wanted.push(await context.text(value));
  const isSecret = wanted.some(value => value.isSecret);
  await context.page.act(found, { kind: 'select', values: wanted.map(({ text }) => text), isSecret }, context.limits);
  return PASSED;
}

export async function check({ locator }: ActionOf<'check'>, context: PerformContext) {
  await context.page.act(await context.find(locator), { kind: 'check', checked: true }, context.limits);
  return PASSED;
}

export async function uncheck({ locator }: ActionOf<'uncheck'>, context: PerformContext) {
  await context.page.act(await context.find(locator), { kind: 'check', checked: false }, context.limits);
  return PASSED;
}

export async function press({ key, locator }: ActionOf<'press'>, context: PerformContext) {
  const { text } = await context.text(key);
  if (locator === undefined) await context.page.actOnPage({ kind: 'press', key: text }, context.limits);
  else await context.page.act(await context.find(locator), { kind: 'press', key: text }, context.limits);
  return PASSED;
}

export async function upload({ locator, files }: ActionOf<'upload'>, context: PerformContext) {
  const paths: string[] = [];
  for (const [index, file] of files.entries())
    paths.push(await context.pathOf((await context.text(file)).text, `files[${index}]`));
  await context.page.act(await context.find(locator), { kind: 'upload', paths }, context.limits);
  return PASSED;
}

export async function scroll({ locator, x, y }: ActionOf<'scroll'>, { find, page, limits }: PerformContext) {
  const by = { kind: 'scrollBy', x: x ?? 0, y: y ?? 0 } as const;
  if (locator === undefined) await page.actOnPage(by, limits);
  else await page.act(await find(locator), x === undefined && y === undefined ? { kind: 'scrollTo' } : by, limits);
  return PASSED;
}
