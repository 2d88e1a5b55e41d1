/** Makes a window that a test has used as new: its page is left, so that nothing writes any more, and then all is removed. */
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import { forgetTurn } from '../engine/page-turn.ts';
import { withinLimit } from '../limits/within-limit.ts';
import { grantChosen, viewportOf } from './context-options.ts';
import { setPermissions } from './open-context.ts';
import { connect } from './page-connection.ts';
import { restoreState } from './restore-state.ts';
import { clearAtEnd, clearedAtEnd, clearSessions } from './session-storage.ts';
import type { WindowUse } from './window-use.ts';

/** On a busy machine a new window takes as long. */
const LIMIT_MS = 4_000;
/** A page that its scripts block is replaced at once. */
const ANSWER_LIMIT_MS = 1_000;
const COLLECTED_ABOVE_BYTES = 30_000_000;

/** Resolves with whether it is as new; where not, it must be closed. Never rejects. */
export async function cleanWindow(context: BrowserContext, use: WindowUse, opening: AppOpening): Promise<boolean> {
  if (use.reason !== undefined) return false;
  try {
    return await withinLimit(() => clean(context, use, opening), { timeoutMs: LIMIT_MS });
  } catch {
    return false;
  }
}

async function clean(context: BrowserContext, use: WindowUse, opening: AppOpening): Promise<boolean> {
  const { page, origins } = use;
  const endCookie = await withinLimit(() => clearAtEnd(page), { timeoutMs: ANSWER_LIMIT_MS });
  const connection = await connect(page);
  await Promise.all(context.pages().map(each => (each === page ? undefined : each.close())));
  // Service workers would answer in the place of an empty page.
  if (context.serviceWorkers().length > 0) await Promise.all(origins.map(origin => clearOrigin(connection, origin)));
  const { targetInfo } = await connection.send('Target.getTargetInfo');
  await endOthers(connection, targetInfo);
  // Nothing waits for the empty page to be drawn.
  await page.goto('about:blank', { waitUntil: 'commit' });
  const cleared = origins.length === 0 ? undefined : await clearedAtEnd(context, endCookie);
  const uncleared = origins.filter(origin => origin !== cleared);
  await clearSessions(page, connection, uncleared);
  await Promise.all([
    ...origins.map(origin => clearOrigin(connection, origin)),
    context.clearCookies(),
    context.clearPermissions(),
    connection.send('Network.clearBrowserCache'),
  ]);
  await restoreState(page, opening.identity?.state);
  await grantChosen(context, opening.settings);
  await Promise.all([
    setPermissions(page),
    connection.send('Page.resetNavigationHistory'),
    page.mouse.move(-1, -1),
    connection.send('Runtime.evaluate', { expression: "name = ''" }),
    resize(page, opening),
  ]);
  forgetTurn(page);
  const [others, isSmall] = await Promise.all([othersThan(connection, targetInfo), staysSmall(connection)]);
  return others.length === 0 && isSmall && use.reason === undefined;
}

const clearOrigin = (connection: CDPSession, origin: string): Promise<unknown> =>
  connection.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });

async function resize(page: Page, opening: AppOpening): Promise<void> {
  const wanted = await viewportOf(opening.settings);
  const size = page.viewportSize();
  if (size?.width !== wanted.width || size.height !== wanted.height) await page.setViewportSize(wanted);
}

interface PageTarget {
  targetId: string;
  browserContextId?: string | undefined;
}

/** Chromium keeps documents that are gone until memory is short; collecting them each time takes too long. */
async function staysSmall(connection: CDPSession): Promise<boolean> {
  if ((await heapBytes(connection)) < COLLECTED_ABOVE_BYTES) return true;
  await connection.send('HeapProfiler.collectGarbage');
  return (await heapBytes(connection)) < COLLECTED_ABOVE_BYTES;
}

async function heapBytes(connection: CDPSession): Promise<number> {
  const { usedSize, embedderHeapUsedSize = 0 } = await connection.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}

/** Workers that are shared, or serve a site, may outlive their pages. */
async function endOthers(connection: CDPSession, page: PageTarget): Promise<void> {
  const others = await othersThan(connection, page);
  await Promise.all(others.map(({ targetId }) => connection.send('Target.closeTarget', { targetId }).catch(() => {})));
}

async function othersThan(connection: CDPSession, page: PageTarget): Promise<PageTarget[]> {
  const { targetInfos } = await connection.send('Target.getTargets');
  return targetInfos.filter(
    ({ browserContextId, targetId }) => browserContextId === page.browserContextId && targetId !== page.targetId,
  );
}
