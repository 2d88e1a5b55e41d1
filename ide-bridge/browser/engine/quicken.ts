/** Routes actions on the pages of a browser context to our engine, below everything Playwright does around them. */
import type { BrowserContext, Page } from 'playwright';
import {
  FRAME_METHODS,
  FRAME_PARTS,
  type FrameMethod,
  type FramePart,
  type Progress,
} from '../../playwright/engine-parts.ts';
import { implOf, isObject } from '../../playwright/impl-of.ts';
import { whyUnknown } from '../../playwright/release.ts';
import { FRAME_CALLBACKS } from './ask-scout.ts';
import { compareWith } from './compare.ts';
import { type EngineMode, engineMode } from './engine-mode.ts';
import { QUICK } from './frame-methods.ts';
import { type ContextTurns, turnOf, turnsIn } from './page-turn.ts';

/** On the class of frames whose methods are ours. */
const QUICKENED = Symbol('quickened');
const reported = new Set<string>();

/** Call it before the first page of the context opens. Does nothing for an unknown Playwright. */
export async function quickenContext(context: BrowserContext, mode: EngineMode = engineMode()): Promise<void> {
  if (mode === 'playwright') return;
  const why = whyUnknown(context);
  const impl = implOf(context);
  if (why !== undefined || impl === undefined) {
    warnOnce(why ?? 'it has other parts');
    return;
  }
  const turns = turnsIn(impl);
  await context.addInitScript(FRAME_CALLBACKS);
  if (mode === 'quick') {
    context.once('page', page => take(page, turns));
    return;
  }
  turns.mode = mode;
  compareWith(impl);
}

function warnOnce(why: string): void {
  if (reported.has(why)) return;
  reported.add(why);
  process.stderr.write(`Playwright does all by itself, which takes longer: ${why}.\n`);
}

/** The frames of all pages are of one class, which is changed once. */
function take(page: Page, turns: ContextTurns): void {
  const frame = implOf(page.mainFrame());
  if (frame === undefined) return;
  if (!FRAME_PARTS.areIn(frame)) {
    warnOnce('it has other parts');
    return;
  }
  turns.mode = 'quick';
  const methods: unknown = Object.getPrototypeOf(frame);
  if (!isObject(methods) || Object.hasOwn(methods, QUICKENED)) return;
  Reflect.set(methods, QUICKENED, true);
  for (const name of FRAME_METHODS) replace(methods, name);
}

function replace(methods: object, name: FrameMethod): void {
  const own: unknown = Reflect.get(methods, name);
  if (typeof own !== 'function') return;
  const quick = QUICK[name];
  Reflect.set(methods, name, async function (this: FramePart, progress: Progress, ...given: unknown[]) {
    const turn = turnOf(this);
    const outcome = turn.isQuick ? await quick(this, progress, given) : undefined;
    if (outcome !== undefined) return outcome.value;
    if (name !== 'expect') turn.takeNews();
    turn.takeNow();
    return await Reflect.apply(own, this, [progress, ...given]);
  });
}
