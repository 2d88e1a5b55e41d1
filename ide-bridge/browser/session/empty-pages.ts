import type { Page } from 'playwright';

const LIMIT_MS = 10_000;

/**
 * Shows an empty page in the place of the real one of each site, in which nothing can write, and leaves the last one for
 * `about:blank`. Errors: those of `use`, and of Playwright.
 */
export async function onEmptyPages(
  page: Page,
  origins: readonly string[],
  use: (origin: string) => Promise<void>,
): Promise<void> {
  if (origins.length === 0) return;
  await page.route('**/*', route => route.fulfill({ contentType: 'text/html', body: '' }));
  for (const origin of origins) {
    await page.goto(`${origin}/`, { timeout: LIMIT_MS });
    await use(origin);
  }
  await page.unroute('**/*');
  await page.goto('about:blank');
}
