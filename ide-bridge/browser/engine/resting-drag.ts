/** How what is dragged is let go, which Playwright does in the moment in which it arrives. */
import type { Page } from 'playwright';
import { implOf, isDragMouse, mouseOf, type Progress } from './playwright-parts.ts';

/** Browsers tell every 50 ms what something is dragged over; lists that have just made place wait for the next time. */
const RESTS = 3;
const REST_MS = 60;

/**
 * Does work that drags with the mouse of a page, and has a drag of the browser's own rest where it arrives before it is let
 * go, as people do. Nothing changes for other drags, and where this Playwright is not known.
 * Errors: those of the work.
 */
export async function withRestingDrag<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const mouse = mouseOf(implOf(page));
  if (!isDragMouse(mouse)) return await work();
  const { up } = mouse;
  mouse.up = async (progress: Progress, ...given) => {
    const { _x: x, _y: y } = mouse;
    for (let rests = 0; rests < RESTS && mouse._raw._dragManager.isDragging(); rests++) {
      await progress.wait(REST_MS);
      await mouse.move(progress, x, y);
    }
    return await up.call(mouse, progress, ...given);
  };
  try {
    return await work();
  } finally {
    mouse.up = up;
  }
}
