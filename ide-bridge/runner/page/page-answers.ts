import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { explainActionError } from './explain-action-error.ts';
import { pageExpression } from './page-code.ts';
import type { Found, Limits, PagePort, Question } from './page-port.ts';
import { performTask } from './page-task.ts';

type ReadQuestion = Exclude<Question, { kind: 'script' }>;

/** Reads something from the current page. */
export const lookAt =
  (session: AppSession): PagePort['look'] =>
  (question, limits, found) =>
    question.kind === 'script'
      ? runScript(session, question.code, limits)
      : performTask(session, {
          limits,
          found,
          work: (page, bounded) => read(page, question, bounded, targetOf(session, page, found)),
        });

const targetOf = (session: AppSession, page: Page, found: Found | undefined) =>
  found === undefined ? page.locator('html') : session.locate(found.locator, page);

async function read(
  page: Page,
  question: ReadQuestion,
  { timeoutMs, signal }: Limits,
  target: ReturnType<Page['locator']>,
): Promise<unknown> {
  const options = { timeout: timeoutMs, signal };
  switch (question.kind) {
    case 'text':
      return (await target.innerText(options)).trim();
    case 'value':
      return target.inputValue(options);
    case 'attribute':
      return target.getAttribute(question.name, options);
    case 'count':
      return target.count();
    case 'url':
      return page.url();
    case 'title':
      return page.title();
  }
}

/** Has its own limit, since a script takes no notice of any signal; and stays on its page, wherever others open. */
async function runScript(session: AppSession, code: string, limits: Limits): Promise<unknown> {
  const page = session.requirePage();
  const expression = pageExpression(code);
  const late = () =>
    new AppError('timeout', `The script was still running after ${inSeconds(limits.timeoutMs)}.`, { field: 'code' });
  try {
    return await withinLimit(() => page.evaluate(expression), { ...limits, late });
  } catch (error) {
    throw explainActionError(error, { subject: 'the script', url: page.url(), ...limits });
  }
}
