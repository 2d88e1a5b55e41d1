import type { ActionOf } from '../../../../model/actions/index.ts';
import type { PerformContext, Performed } from '../perform-context.ts';

export async function dialog({ accept, text }: ActionOf<'dialog'>, context: PerformContext): Promise<Performed> {
  const answer = { accept, text: text === undefined ? undefined : (await context.text(text)).text };
  const planned = context.page.answerNextDialog(answer);
  const atEnd = () =>
    planned.isUsed ? undefined : { message: 'No dialog came for it to answer before the test ended.' };
  return { state: 'passed', later: { atEnd } };
}
