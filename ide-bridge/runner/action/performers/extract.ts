import type { Page } from 'playwright';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { textWithShadows } from '../../../page/elements/text-with-shadows.ts';
import type { CallLimit, Element } from '../../page/element-actions.ts';
import { onCurrentPage } from '../../page/on-current-page.ts';
import { runScript } from '../../page/page-scripts.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

type Extraction = ActionOf<'extract'>;

export async function extract(action: Extraction, context: PerformContext) {
  const value = await readValue(action, context);
  context.setVariable(action.into, action.pattern === undefined ? value : await partOf(value, action.pattern, context));
  return PASSED;
}

async function readValue({ from, locator: text, attribute = '', code = '' }: Extraction, context: PerformContext) {
  const { session, limits } = context;
  const locator = text === undefined ? undefined : await context.find(text);
  if (from === 'script') return runScript(session, code, limits);
  return onCurrentPage(session, {
    limits,
    locator,
    work: (page, { timeoutMs, signal }) => {
      const element = locator === undefined ? page.locator('html') : session.locate(locator, page);
      return read(from, { page, element, attribute }, { timeout: timeoutMs, signal });
    },
  });
}

async function read(
  from: Exclude<Extraction['from'], 'script'>,
  { page, element, attribute }: { page: Page; element: Element; attribute: string },
  limit: CallLimit,
): Promise<unknown> {
  switch (from) {
    case 'text':
      return await textOf(element, limit);
    case 'value':
      return element.inputValue(limit);
    case 'attribute':
      return element.getAttribute(attribute, limit);
    case 'count':
      return element.count();
    case 'url':
      return page.url();
    case 'title':
      return page.title();
  }
}

async function textOf(element: Element, limit: CallLimit): Promise<string> {
  const text = await element.innerText(limit);
  // A page may have replaced what this calls.
  const whole = await element.evaluate(textWithShadows, undefined, limit).catch(() => undefined);
  return (whole ?? text).trim();
}

/** The first group, else the whole match. The page does the matching: a bad pattern hangs it, not us. */
async function partOf(value: unknown, pattern: string, { session, limits }: PerformContext): Promise<unknown> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const code = `(match => match && (match[1] ?? match[0]))(${JSON.stringify(text)}.match(new RegExp(${JSON.stringify(pattern)})))`;
  const part = await runScript(session, code, limits);
  if (part !== null) return part;
  throw new AppError('invalid-project', `The pattern /${pattern}/ does not match “${text}”.`, { field: 'pattern' });
}
