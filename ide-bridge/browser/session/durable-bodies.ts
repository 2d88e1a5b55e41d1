import type { BrowserContext, Page } from 'playwright';
import { endsInTime } from '../limits/within-limit.ts';
import { connect } from './page-connection.ts';

const SIZES = { maxTotalBufferSize: 20_000_000, maxResourceBufferSize: 5_000_000 };
/** A page that hangs has no bodies to keep. */
const LIMIT_MS = 2_000;

/**
 * Has Chromium keep the bodies of answers beyond the page that asked for them, until it is disposed. Otherwise it answers
 * no question about them from when a page begins to leave, and then they are gone. A browser that cannot do so, or a tab
 * that is lent, keeps them as ever.
 */
export async function keepBodiesOfPages(context: BrowserContext, signal: AbortSignal): Promise<Disposable> {
  const keep = (page: Page) => keepBodies(page).catch(() => {});
  context.on('page', keep);
  await endsInTime(() => Promise.all(context.pages().map(keep)), { signal, timeoutMs: LIMIT_MS });
  return {
    [Symbol.dispose]: () => {
      context.off('page', keep);
      for (const page of context.pages()) forgetBodies(page).catch(() => {});
    },
  };
}

async function keepBodies(page: Page): Promise<void> {
  const connection = await connect(page);
  await connection.send('Network.enable');
  await connection.send('Network.configureDurableMessages', SIZES);
}

async function forgetBodies(page: Page): Promise<void> {
  const connection = await connect(page);
  await connection.send('Network.configureDurableMessages');
  await connection.send('Network.disable');
}
