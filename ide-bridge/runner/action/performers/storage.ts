import { setTimeout as pause } from 'node:timers/promises';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { readPattern } from '../../../../model/values/pattern.ts';
import { pointInTimeFault, readPointInTime } from '../../../../model/values/point-in-time.ts';
import { withinLimit } from '../../../browser/limits/within-limit.ts';
import { shortened, shownAddress } from '../../../browser/logs/shown-text.ts';
import { onCookies, readCookie, removeCookie, setCookie, siteOf } from '../../page/cookies.ts';
import type { Limits } from '../../page/limits.ts';
import { onCurrentPage } from '../../page/on-current-page.ts';
import { onWebStorage } from '../../page/web-storage.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

type StorageAction = ActionOf<'storage'>;

/** Each of one name, but for `clear`. */
interface StoragePlace {
  words: string;
  set(value: string): Promise<void>;
  read(): Promise<string | null>;
  remove(): Promise<void>;
  clear(): Promise<void>;
}

const PAUSE_MS = 100;
const MOST_SHOWN = 200;
const MOST_KEPT = 2_000;

export async function storage(action: StorageAction, context: PerformContext): Promise<Performed> {
  const name = (await textOf(action.name, context)) ?? '';
  const place = action.of === 'cookie' ? await cookiePlace(action, name, context) : webPlace(action.of, name, context);
  switch (action.operation) {
    case 'set':
      await place.set((await textOf(action.value, context)) ?? '');
      return PASSED;
    case 'read':
      context.setVariable(action.into ?? '', await place.read());
      return PASSED;
    case 'check':
      return check(action, place, context);
    case 'remove':
      await place.remove();
      return PASSED;
    case 'clear':
      await place.clear();
      return PASSED;
  }
}

const textOf = async (template: string | undefined, context: PerformContext): Promise<string | undefined> =>
  template === undefined ? undefined : (await context.text(template)).text;

function webPlace(
  of: Exclude<StorageAction['of'], 'cookie'>,
  name: string,
  { session, limits }: PerformContext,
): StoragePlace {
  const on = <Result>(use: Parameters<typeof onWebStorage<Result>>[2]['use']) =>
    onWebStorage(session, of, { limits, use });
  return {
    words: `“${name}” of the ${of === 'localStorage' ? 'local' : 'session'} storage`,
    set: value => on(kept => kept.setItem(name, value)),
    read: () => on(kept => kept.getItem(name)),
    remove: () => on(kept => kept.removeItem(name)),
    clear: () => on(kept => kept.clear()),
  };
}

async function cookiePlace(action: StorageAction, name: string, context: PerformContext): Promise<StoragePlace> {
  const { session, limits } = context;
  const { httpOnly, secure, sameSite } = action;
  const site = siteOf(session, context.base(), await textOf(action.domain, context));
  const path = await textOf(action.path, context);
  const expires = await textOf(action.expires, context);
  const rights = {
    ...(path === undefined ? {} : { path }),
    ...(expires === undefined ? {} : { expires: endOf(expires) }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(secure === undefined ? {} : { secure }),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
  return {
    words: `the cookie “${name}”`,
    set: value => onCookies(session, limits, kept => setCookie(kept, { name, value, ...rights }, site)),
    read: () => onCookies(session, limits, kept => readCookie(kept, name, site)),
    remove: () => onCookies(session, limits, kept => removeCookie(kept, name, site.domain)),
    clear: () => onCookies(session, limits, kept => removeCookie(kept, undefined, site.domain)),
  };
}

/** In seconds since 1970. Errors: `invalid-project`. */
function endOf(text: string): number {
  const time = readPointInTime(text);
  const ms = time?.kind === 'local' ? new Date(time.local).getTime() : time?.ms;
  if (ms === undefined) throw new AppError('invalid-project', `${pointInTimeFault(text)}.`, { field: 'expires' });
  if (ms > Date.now()) return ms / 1_000;
  const message = `The cookie would be gone at once: it ends at ${text}, which has passed.`;
  throw new AppError('invalid-project', message, { field: 'expires' });
}

async function check(
  { expected, not = false }: StorageAction,
  place: StoragePlace,
  context: PerformContext,
): Promise<Performed> {
  const wanted = expected === undefined ? undefined : await context.pattern(expected);
  const pattern = wanted === undefined ? undefined : readPattern(wanted, 'expected');
  const end = performance.now() + context.limits.timeoutMs;
  for (;;) {
    const value = await place.read();
    if ((await fits(value, pattern, context)) !== not) return PASSED;
    if (performance.now() + PAUSE_MS > end) return otherValue(place.words, { wanted, not, value });
    await pause(PAUSE_MS, undefined, { signal: context.limits.signal });
  }
}

/** The page compares with patterns: a bad one hangs it, not us. */
async function fits(
  value: string | null,
  pattern: string | RegExp | undefined,
  { session, limits }: PerformContext,
): Promise<boolean> {
  if (value === null || pattern === undefined) return value !== null;
  if (typeof pattern === 'string') return value === pattern;
  const code = `${pattern}.test(${JSON.stringify(value)})`;
  const work = (page: { evaluate(code: string): Promise<unknown>; url(): string }, own: Limits) => {
    const late = () => new AppError('timeout', `${shownAddress(page.url())} did not compare the text in time.`);
    return withinLimit(() => page.evaluate(code), { timeoutMs: own.timeoutMs, signal: own.signal, late });
  };
  return (await onCurrentPage(session, { limits, isLook: true, work })) === true;
}

interface SeenValue {
  wanted: string | undefined;
  not: boolean;
  value: string | null;
}

function otherValue(words: string, { wanted, not, value }: SeenValue): Performed {
  const quoted = (text: string) => (text === '' ? 'empty' : `“${shortened(text, MOST_SHOWN)}”`);
  const found = value === null ? 'there is none' : `it is ${quoted(value)}`;
  const wish = wanted === undefined ? 'there' : quoted(wanted);
  const message = `Expected ${words} ${not ? 'not to be' : 'to be'} ${wish}, but ${found}.`;
  const expected = `${not ? 'not ' : ''}${wanted ?? 'there'}`;
  const actual = value === null ? 'none' : shortened(value, MOST_KEPT);
  return { state: 'failed', error: { message, expected, actual }, isMissing: false };
}
