import type { Page } from 'playwright';
import { copyNothing } from '../../page/document/copy-nothing.ts';
import { inPage } from '../../page/in-page.ts';
import { connect } from './page-connection.ts';

/** Browsers without a display have a clipboard of their own, which all their windows share. Never rejects. */
export async function emptyClipboard(page: Page): Promise<void> {
  try {
    const connection = await connect(page);
    await connection.send('Runtime.evaluate', { expression: String(inPage(copyNothing)), userGesture: true });
  } catch {
    // The window has just gone, which whoever uses it learns.
  }
}
