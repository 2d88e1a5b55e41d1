import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { engineLog } from './engine-log.ts';
import { explainActionError } from './explain-action-error.ts';
import { type Limits, onCurrentPage, subjectOf } from './on-current-page.ts';

/** Lists that are sorted by the pointer start to move only after some way, and look for a place at each step. */
const STEPS = 10;
const RELEASE_LIMIT_MS = 1_000;

/** Drags with the mouse, which makes the events of HTML5 dragging as well. */
export async function dragElement(
  { session, limits }: { session: AppSession; limits: Limits },
  locator: Locator,
  target: Locator,
): Promise<void> {
  await onCurrentPage(session, {
    limits,
    locator,
    work: async (page, { timeoutMs, signal }) => {
      const element = session.locate(locator, page);
      try {
        await element.dragTo(session.locate(target, page), { steps: STEPS, timeout: timeoutMs, signal });
      } catch (error) {
        const later = afterPress(error);
        if (later === undefined) throw error;
        await release(page);
        const about = { subject: subjectOf(target), locator: target, url: page.url() };
        const { kind, message, detail } = explainActionError(later, { ...about, timeoutMs, signal });
        throw new AppError(kind, message, { ...detail, field: 'target' });
      }
    },
  });
}

/** The error with what Playwright tried after it pressed the mouse, which is all about the target. */
function afterPress(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const log = engineLog(error);
  const pressed = log.findIndex(line => line.includes('move and down action done'));
  if (pressed === -1) return undefined;
  return Object.assign(new Error(error.message, { cause: error }), { name: error.name, log: log.slice(pressed + 1) });
}

/** The next action must not go on with the drag. */
async function release(page: Page): Promise<void> {
  const limit = { signal: new AbortController().signal, timeoutMs: RELEASE_LIMIT_MS };
  const late = () => new AppError('timeout', 'The page does not answer.');
  await withinLimit(() => page.mouse.up(), { ...limit, late }).catch(() => {});
}
