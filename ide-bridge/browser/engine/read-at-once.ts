import type { Page } from 'playwright';
import { readAtOnce } from '../../page/engine/read-at-once.ts';
import { FRAME_PARTS, type FramePart } from '../../playwright/engine-parts.ts';
import { implOf } from '../../playwright/impl-of.ts';
import { callInUtility, objectIdOf } from '../../playwright/utility-world.ts';
import { turnOf } from './page-turn.ts';

/** Runs on Playwright's own script in the page; pages with frames are left to Playwright. */
const READ = `function (...given) { return (${readAtOnce})(this, ...given); }`;

/** Undefined for a page with frames, and in an unknown release. */
export function frameToRead(page: Page): FramePart | undefined {
  const frame = implOf(page.mainFrame());
  return page.frames().length === 1 && FRAME_PARTS.areIn(frame) && turnOf(frame).isOurs ? frame : undefined;
}

/**
 * Reads the accessibility tree of a frame and asks one of our selector engines about it in one call: JSON of `{tree,
 * reply}`, the tree as of `ariaSnapshotJSON({ mode: 'ai' })`. Undefined where Playwright must do it: with an iframe,
 * and during navigation.
 */
export async function readTreeAndReply(frame: FramePart, engine: string, body: string): Promise<string | undefined> {
  try {
    const world = await frame.context('utility');
    const { result } = await callInUtility(world, {
      objectId: objectIdOf(await world.injectedScript()),
      functionDeclaration: READ,
      arguments: [{ value: engine }, { value: body }],
      returnByValue: true,
    });
    return typeof result.value === 'string' && result.value !== '' ? result.value : undefined;
  } catch {
    return undefined;
  }
}
