import type { Page } from 'playwright';
import { implOf, isFramePart } from './playwright-parts.ts';
import { isQuick } from './quicken.ts';

/**
 * The answer is one text: of a tree of objects Chromium makes a message bit by bit, which takes a third of the time
 * that reading the page does. Runs on Playwright's own script in the page; a page with frames is left to Playwright.
 */
const READ = `function (engine, body) {
  const root = this.document.querySelector('body, frameset');
  if (!root) return '';
  const { json, iframeRefs } = this.ariaSnapshotJSON(root, { mode: 'ai' });
  if (iframeRefs.length > 0) return '';
  const [reply] = this._engines.get(engine).queryAll(this.document, body);
  return '{"tree":' + JSON.stringify(json) + ',"reply":' + reply.textContent + '}';
}`;

/**
 * Takes the accessibility tree of a page without frames and asks a selector engine of ours about it, in one call: JSON of
 * `{tree, reply}`, the tree as `ariaSnapshotJSON({ mode: 'ai' })` gives it, the reply as the engine does.
 * Undefined where Playwright has to do that: in a page with frames, while the page goes elsewhere, in an unknown release.
 */
export async function readAtOnce(page: Page, engine: string, body: string): Promise<string | undefined> {
  const frame = implOf(page.mainFrame());
  if (page.frames().length > 1 || !isFramePart(frame) || !isQuick(frame)) return undefined;
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
    // What failed is told by Playwright, which is asked next.
    return undefined;
  }
}
