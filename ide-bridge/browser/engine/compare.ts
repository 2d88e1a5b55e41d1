import type { ScoutAnswer } from '../../page/engine/scout-questions.ts';
import { callScout, lastPart, placeOf } from './ask-scout.ts';
import { type FramePart, isFramePart, isObject, type PagePoint, type Progress } from './playwright-parts.ts';

/** More than the rounding errors of both. */
const NEAR_PX = 0.5;

interface Instrumentation {
  addListener(listener: object, context: object): void;
}

const isInstrumentation = (value: unknown): value is Instrumentation =>
  isObject(value) && typeof Reflect.get(value, 'addListener') === 'function';

interface PlaywrightCall {
  method: string;
  params: { selector?: unknown; strict?: unknown };
}

const isCall = (value: unknown): value is PlaywrightCall =>
  isObject(value) && typeof Reflect.get(value, 'method') === 'string' && isObject(Reflect.get(value, 'params'));

const isHandle = (value: unknown): value is { _objectId: string; _frame: FramePart } =>
  isObject(value) && typeof Reflect.get(value, '_objectId') === 'string' && isFramePart(Reflect.get(value, '_frame'));

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
  const instrumentation: unknown = Reflect.get(context, 'instrumentation');
  if (!isInstrumentation(instrumentation)) return;
  const onBeforeInputAction = async (progress: Progress & { metadata?: unknown }, of: unknown, point?: PagePoint) => {
    const { metadata } = progress;
    if (!isCall(metadata) || !POINTED.includes(metadata.method) || !isHandle(of) || point === undefined) return;
    const difference = await differenceAt(progress, { call: metadata, handle: of, point }).catch(String);
    if (difference !== undefined) process.stderr.write(`engines differ: ${difference}\n`);
  };
  instrumentation.addListener({ onBeforeInputAction }, context);
}

async function differenceAt(
  progress: Progress,
  { call, handle, point }: { call: PlaywrightCall; handle: { _objectId: string; _frame: FramePart }; point: PagePoint },
): Promise<string | undefined> {
  const { method, params } = call;
  const { selector } = params;
  if (typeof selector !== 'string') return undefined;
  const page = Reflect.get(handle._frame._page, 'mainFrame');
  const main: unknown = typeof page === 'function' ? Reflect.apply(page, handle._frame._page, []) : undefined;
  const place = isFramePart(main) ? await placeOf(main, { selector, strict: true }, progress) : undefined;
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
  const seen = await progress.race(callScout(place, 'beside', { value: request }, { objectId: handle._objectId }));
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
