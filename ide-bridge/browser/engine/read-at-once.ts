import type { Page } from 'playwright';
import { type FramePart, implOf, isFramePart } from './playwright-parts.ts';
import { isQuick } from './quicken.ts';

/**
 * The answer is one text: Chromium serialises a tree of objects bit by bit, which takes a third of the time of reading
 * the page. Runs on Playwright's own script in the page; pages with frames are left to Playwright.
 */
const READ = `function (engine, body) {
  const root = this.document.querySelector('body, frameset');
  if (!root) return '';
  const { json, iframeRefs } = this.ariaSnapshotJSON(root, { mode: 'ai' });
  if (iframeRefs.length > 0) return '';
  const [reply] = this._engines.get(engine).queryAll(this.document, body);
  return '{"tree":' + JSON.stringify(json) + ',"reply":' + reply.textContent + '}';
}`;

/** Undefined for a page with frames, and in an unknown release. */
export function frameToRead(page: Page): FramePart | undefined {
  const frame = implOf(page.mainFrame());
  return page.frames().length === 1 && isFramePart(frame) && isQuick(frame) ? frame : undefined;
}

/**
 * Reads the accessibility tree of a frame and asks one of our selector engines about it in one call: JSON of `{tree,
 * reply}`, the tree as of `ariaSnapshotJSON({ mode: 'ai' })`. Undefined where Playwright must do it: with an iframe,
 * and during navigation.
 */
export async function readAtOnce(frame: FramePart, engine: string, body: string): Promise<string | undefined> {
  try {
    const world = await frame.context('utility');
    const { _objectId: objectId } = await world.injectedScript();
    const call = world.delegate._client.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: READ,
      arguments: [{ value: engine }, { value: body }],
      returnByValue: true,
    });
    const { result } = await world.raceAgainstContextDestroyed(call);
    return typeof result.value === 'string' && result.value !== '' ? result.value : undefined;
  } catch {
    return undefined;
  }
}
