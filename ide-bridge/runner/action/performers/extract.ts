import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import type { Question } from '../../page/page-port.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

function questionOf({ from, attribute = '', code = '' }: ActionOf<'extract'>): Question {
  if (from === 'attribute') return { kind: from, name: attribute };
  if (from === 'script') return { kind: from, code };
  return { kind: from };
}

export async function extract(action: ActionOf<'extract'>, context: PerformContext) {
  const { page, limits } = context;
  const found = action.locator === undefined ? undefined : await context.find(action.locator);
  const value = await page.look(questionOf(action), limits, found);
  context.setVariable(action.into, action.pattern === undefined ? value : await partOf(value, action.pattern, context));
  return PASSED;
}

/** The first group of the pattern, else the whole match. The page does the matching: a bad pattern hangs it, not us. */
async function partOf(value: unknown, pattern: string, { page, limits }: PerformContext): Promise<unknown> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const code = `(match => match && (match[1] ?? match[0]))(${JSON.stringify(text)}.match(new RegExp(${JSON.stringify(pattern)})))`;
  const part = await page.look({ kind: 'script', code }, limits);
  if (part !== null) return part;
  throw new AppError('invalid-project', `The pattern /${pattern}/ does not fit “${text}”.`, { field: 'pattern' });
}
