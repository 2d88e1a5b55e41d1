/** Routes actions on the pages of a browser context to our engine, below everything Playwright does around them. */
import type { BrowserContext, Page } from 'playwright';
import {
  FRAME_METHODS,
  FRAME_PARTS,
  type FrameMethod,
  type FramePart,
  type Progress,
  pageOf,
} from '../../playwright/engine-parts.ts';
import { implOf, isObject } from '../../playwright/impl-of.ts';
import { whyUnknown } from '../../playwright/release.ts';
import { FRAME_CALLBACKS } from './ask-scout.ts';
import { compareWith } from './compare.ts';
import { type EngineMode, engineMode } from './engine-mode.ts';
import { QUICK } from './frame-methods.ts';
import { askNewsNow, enableNewsBefore } from './news-before.ts';
import { enablePageAfter, takePageNow } from './page-after.ts';

const quickContexts = new WeakSet<object>();
const replaced = new WeakSet<object>();
const reported = new Set<string>();

export const isQuick = (frame: FramePart): boolean => quickContexts.has(pageOf(frame).browserContext);

/** Call it before the first page of the context opens. Does nothing for an unknown Playwright. */
export async function quickenContext(context: BrowserContext, mode: EngineMode = engineMode()): Promise<void> {
  if (mode === 'playwright') return;
  const why = whyUnknown(context);
  const impl = implOf(context);
  if (why !== undefined || impl === undefined) {
    warnOnce(why ?? 'it has other parts');
    return;
  }
  quickContexts.add(impl);
  await context.addInitScript(FRAME_CALLBACKS);
  if (mode === 'compare') compareWith(impl);
  else context.once('page', take);
}

function warnOnce(why: string): void {
  if (reported.has(why)) return;
  reported.add(why);
  process.stderr.write(`Playwright does all by itself, which takes longer: ${why}.\n`);
}

/** The frames of all pages are of one class, which is changed once. */
function take(page: Page): void {
  const frame = implOf(page.mainFrame());
  if (frame === undefined) return;
  if (!FRAME_PARTS.areIn(frame)) {
    warnOnce('it has other parts');
    return;
  }
  const { browserContext: context } = pageOf(frame);
  enableNewsBefore(context);
  enablePageAfter(context);
  const methods: unknown = Object.getPrototypeOf(frame);
  if (!isObject(methods) || replaced.has(methods)) return;
  replaced.add(methods);
  for (const name of FRAME_METHODS) replace(methods, name);
}

function replace(methods: object, name: FrameMethod): void {
  const own: unknown = Reflect.get(methods, name);
  if (typeof own !== 'function') return;
  const quick = QUICK[name];
  Reflect.set(methods, name, async function (this: FramePart, progress: Progress, ...given: unknown[]) {
    const outcome = isQuick(this) ? await quick(this, progress, given) : undefined;
    if (outcome !== undefined) return outcome.value;
    if (name !== 'expect') askNewsNow(this);
    takePageNow(pageOf(this));
    return await Reflect.apply(own, this, [progress, ...given]);
  });
}
