import type { ScoutAnswer } from '../../page/engine/scout-questions.ts';
import { type PagePoint, type Progress, pageOf } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';
import { hearInputActions, type InputAction } from '../../playwright/input-actions.ts';
import { callScout, lastPart, placeOf } from './ask-scout.ts';

/** More than the rounding errors of both. */
const NEAR_PX = 0.5;

const POINTED = ['click', 'dblclick', 'hover', 'check', 'uncheck'];

interface Beside extends ScoutAnswer {
  isSame?: boolean;
}

const isBeside = (value: unknown): value is Beside => isObject(value);

/**
 * Lets Playwright act, and asks our engine right before each pointer action which element and point it would have
 * taken; differences are written to standard error.
 */
export function compareWith(context: object): void {
  hearInputActions(context, async (action, progress) => {
    if (!POINTED.includes(action.method)) return;
    const difference = await differenceAt(progress, action).catch(String);
    if (difference !== undefined) process.stderr.write(`engines differ: ${difference}\n`);
  });
}

async function differenceAt(progress: Progress, action: InputAction): Promise<string | undefined> {
  const { method, selector, frame, objectId, point } = action;
  if (typeof selector !== 'string') return undefined;
  const place = await placeOf(pageOf(frame).mainFrame(), { selector, strict: true }, progress);
  const what = `${method} ${selector} at ${point.x}, ${point.y}`;
  if (place === undefined) return `${what}: our engine finds no such frame`;
  const { frameVisible } = place;
  const asked = {
    action: method === 'hover' ? 'hover' : 'click',
    isEnabled: method !== 'hover',
    isStrict: true,
    tries: 0,
  };
  const request = { ...asked, selector: lastPart(selector), frameVisible };
  const seen = await progress.race(callScout(place, 'beside', { value: request }, { objectId }));
  if (!isBeside(seen)) return `${what}: our engine does not answer`;
  return verdict(what, seen, point);
}

function verdict(what: string, { isSame, point, why, hand }: Beside, given: PagePoint): string | undefined {
  if (hand !== undefined || why?.startsWith('hand over')) return undefined;
  if (isSame !== true) return `${what}: our engine takes another element`;
  if (!point) return `${what}: our engine waits (${why})`;
  const isNear = Math.abs(point.x - given.x) <= NEAR_PX && Math.abs(point.y - given.y) <= NEAR_PX;
  return isNear ? undefined : `${what}: our engine takes ${point.x}, ${point.y}`;
}
