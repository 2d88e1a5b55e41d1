/** Playwright releases a drag in the moment in which it arrives. */
import type { Page } from 'playwright';
import { dragMouseOf, isDragging, mousePoint } from '../../playwright/drag-mouse.ts';
import type { Progress } from '../../playwright/engine-parts.ts';

/** Browsers report drag targets every 50 ms; lists that have just made room wait for the next report. */
const RESTS = 3;
const REST_MS = 60;

/**
 * Lets a native drag rest where it arrives before it is released, as people do. Other drags, and an unknown Playwright,
 * are unchanged. Errors: those of the work.
 */
export async function withRestingDrag<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const mouse = dragMouseOf(page);
  if (mouse === undefined) return await work();
  const { up } = mouse;
  mouse.up = async (progress: Progress, ...given) => {
    const { x, y } = mousePoint(mouse);
    for (let rests = 0; rests < RESTS && isDragging(mouse); rests++) {
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
