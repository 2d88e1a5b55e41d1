import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function upload({ locator, files }: ActionOf<'upload'>, context: PerformContext) {
  const paths: string[] = [];
  for (const [index, file] of files.entries())
    paths.push(await context.pathOf((await context.text(file)).text, `files[${index}]`));
  await context.page.act(await context.find(locator), { kind: 'upload', paths }, context.limits);
  return PASSED;
}
