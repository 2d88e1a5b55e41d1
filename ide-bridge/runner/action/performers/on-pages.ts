/** Performers of actions on pages and tabs, each by the name of its kind. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { z } from 'zod';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { readPattern } from '../../../../model/values/pattern.ts';
import { fitsWildcard } from '../../../../model/values/wildcard.ts';
import { withinLimit } from '../../../browser/limits/within-limit.ts';
import { shortened } from '../../../browser/logs/shown-text.ts';
import { givenTime } from '../../page/limits.ts';
import { takePicture } from '../../page/look.ts';
import { onCurrentPage } from '../../page/on-current-page.ts';
import { runScript } from '../../page/page-scripts.ts';
import { withoutCase } from '../../page/read-field.ts';
import * as tabs from '../../page/tabs.ts';
import { travel } from '../../page/travel.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

async function go({ type }: ActionOf<'goBack' | 'goForward'>, { session, limits }: PerformContext) {
  await travel(session, { kind: type }, limits);
  return PASSED;
}

export { go as goBack, go as goForward };

export async function newTab({ url }: ActionOf<'newTab'>, context: PerformContext) {
  const visited = url === undefined ? undefined : { url: (await context.text(url)).text, base: context.base() };
  await tabs.openTab(context.session, visited, context.limits);
  return PASSED;
}

export async function switchTab({ tab }: ActionOf<'switchTab'>, context: PerformContext) {
  const { text } = await context.text(tab);
  await tabs.changeTab(context.session, { tab: text, base: context.base() }, context.limits);
  return PASSED;
}

export async function closeTab({ tab }: ActionOf<'closeTab'>, context: PerformContext) {
  const choice = tab === undefined ? undefined : { tab: (await context.text(tab)).text, base: context.base() };
  await tabs.closeTab(context.session, choice, context.limits);
  return PASSED;
}

export async function dialog(action: ActionOf<'dialog'>, context: PerformContext): Promise<Performed> {
  const { accept, text, message, every: isForEach = false } = action;
  const answer = { accept, text: text === undefined ? undefined : (await context.text(text)).text, isForEach };
  const wanted = message === undefined ? undefined : (await context.text(message)).text;
  const planned = context.session.dialogs.answerNext(answer);
  function atEnd() {
    const other = wanted === undefined ? undefined : planned.messages.find(said => !fitsWildcard(wanted, said));
    if (other !== undefined)
      return {
        message: `The dialog said “${shortened(other, MOST_SHOWN)}”, not “${shortened(wanted ?? '', MOST_SHOWN)}”.`,
      };
    if (isForEach || planned.messages.length > 0) return undefined;
    const unasked = 'No dialog opened for it to answer before the test ended.';
    // An answer after the action that opens the dialog comes too late.
    const refusal = context.refusal();
    return { message: refusal === undefined ? unasked : `${unasked} ${refusal}` };
  }
  return { state: 'passed', later: { atEnd } };
}

export async function screenshot(action: ActionOf<'screenshot'>, context: PerformContext): Promise<Performed> {
  const { name = 'screenshot', fullPage = false, locator: text } = action;
  const locator = text === undefined ? undefined : await context.find(text);
  const { bytes, note } = await takePicture(context.session, { fullPage, locator }, context.limits);
  const file = await context.keepPicture((await context.text(name)).text, bytes);
  return { state: 'passed', screenshot: file, ...note };
}

export async function script({ code, into }: ActionOf<'script'>, { session, limits, setVariable }: PerformContext) {
  const value = await runScript(session, code, limits);
  if (into !== undefined) setVariable(into, value ?? null);
  return PASSED;
}

export async function clipboard(action: ActionOf<'clipboard'>, context: PerformContext): Promise<Performed> {
  const { value, expected, not = false, ignoreCase = false, into } = action;
  if (value !== undefined) {
    const { text } = await context.text(value);
    await onClipboard(context, page => page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`));
    return PASSED;
  }
  const wanted = expected === undefined ? undefined : await context.pattern(expected);
  const pattern = wanted === undefined ? undefined : readPattern(wanted, 'expected');
  const look = lookOf(pattern !== undefined && ignoreCase ? withoutCase(pattern) : pattern);
  const end = performance.now() + context.limits.timeoutMs;
  for (;;) {
    const { text, fits } = Seen.parse(await onClipboard(context, page => page.evaluate(look)));
    if (fits !== not) {
      if (into !== undefined) context.setVariable(into, text);
      return PASSED;
    }
    if (performance.now() + CLIPBOARD_PAUSE_MS > end) return otherClipboard({ wanted, not }, text);
    await pause(CLIPBOARD_PAUSE_MS, undefined, { signal: context.limits.signal });
  }
}

const CLIPBOARD_PAUSE_MS = 100;
const MOST_SHOWN = 200;
const MOST_KEPT = 2_000;

const Seen = z.object({ text: z.string(), fits: z.boolean() });

/** Computed in the page: a bad pattern hangs it, not us. Line ends differ between systems. */
function lookOf(wanted: string | RegExp | undefined): string {
  const test = typeof wanted === 'string' ? `text === ${JSON.stringify(wanted.replaceAll('\r\n', '\n'))}` : undefined;
  const fits = test ?? (wanted === undefined ? 'true' : `${wanted}.test(text)`);
  return `navigator.clipboard.readText().then(read => { const text = read.replaceAll('\\r\\n', '\\n'); return { text, fits: ${fits} }; })`;
}

const onClipboard = ({ session, limits }: PerformContext, use: (page: Page) => Promise<unknown>): Promise<unknown> =>
  onCurrentPage(session, {
    limits,
    isLook: true,
    work: async (page, own) => {
      const { timeoutMs, signal } = own;
      const late = () => new AppError('timeout', `The clipboard gave no answer within ${givenTime(own)}.`);
      const work = async () => {
        if (!(await page.evaluate('isSecureContext')))
          throw new AppError(
            'page-error',
            `${page.url()} has no clipboard: only pages on https and on localhost have one.`,
          );
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        return use(page);
      };
      return withinLimit(work, { timeoutMs, signal, late }).catch((error: unknown) => {
        const reason = error instanceof Error ? /NotAllowedError: (.*)/.exec(error.message)?.[1] : undefined;
        if (reason === undefined) throw error;
        throw new AppError('page-error', `${page.url()} may not use the clipboard: ${reason}`, { cause: error });
      });
    },
  });

function otherClipboard({ wanted = '', not }: { wanted: string | undefined; not: boolean }, actual: string): Performed {
  const quoted = (text: string) => (text === '' ? 'empty' : `“${shortened(text, MOST_SHOWN)}”`);
  const verb = not ? 'not to have' : 'to have';
  const message = `Expected the clipboard ${verb} the text ${quoted(wanted)}, but it is ${quoted(actual)}.`;
  const error = { message, expected: not ? `not ${wanted}` : wanted, actual: shortened(actual, MOST_KEPT) };
  return { state: 'failed', error, isMissing: false };
}
