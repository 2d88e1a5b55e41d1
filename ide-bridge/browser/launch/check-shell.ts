import type { Browser } from 'playwright';
import { withinLimit } from '../limits/within-limit.ts';
import type { LaunchedBrowser } from './browser-launcher.ts';

const LIMIT_MS = 20_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

const PAGE = `<!doctype html><title>Check</title><body style="background:#fff"><p style="font:40px sans-serif">Text</p>
<a download="check.txt" href="data:text/plain,saved">Save</a><button onclick="this.textContent = confirm('Sure?')">Ask</button>`;

/**
 * Undefined for a fit browser: it has to draw, ask and save. Errors: those of a browser that does not start or answer.
 */
export async function faultOfShell(launch: () => Promise<LaunchedBrowser>): Promise<string | undefined> {
  await using launched = await launch();
  return await withinLimit(() => faultIn(launched.browser), { timeoutMs: LIMIT_MS });
}

async function faultIn(browser: Browser): Promise<string | undefined> {
  const context = await browser.newContext({ viewport: { width: 300, height: 200 } });
  const page = await context.newPage();
  const empty = await page.screenshot();
  page.on('dialog', dialog => void dialog.accept().catch(() => {}));
  await page.setContent(PAGE);
  const drawn = await page.screenshot();
  if (!drawn.subarray(0, PNG.length).equals(PNG) || drawn.equals(empty)) return 'it draws nothing';
  if ((await page.getByText('Text').boundingBox())?.width === 0) return 'it has no letters';
  await page.getByRole('button').click();
  if ((await page.getByRole('button').textContent()) !== 'true') return 'its dialogs cannot be answered';
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link').click()]);
  if ((await download.failure()) !== null) return 'it saves no downloads';
  await context.close();
  return undefined;
}
