import { z } from 'zod';

const StoredValue = z.object({ name: z.string(), value: z.string() });

const Cookie = z.looseObject({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string().default('/'),
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
});

const OriginStorage = z.looseObject({ origin: z.string(), localStorage: z.array(StoredValue).default([]) });

/** What a browser keeps of a sign-in: Playwright's storage state, and the session storage that it leaves out. */
export const BrowserState = z.looseObject({
  cookies: z.array(Cookie).default([]),
  origins: z.array(OriginStorage).default([]),
  sessionStorage: z.array(z.object({ origin: z.string(), items: z.array(StoredValue) })).optional(),
});
export type BrowserState = z.infer<typeof BrowserState>;

/** Shorter values and those with spaces are no tokens; neither are words and addresses. */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[^\s"'<>]{12,}$/;
const ADDRESS = /^https?:/i;
const MOST_TOKENS = 200;

export function tokensOf({ cookies, origins, sessionStorage = [] }: BrowserState): string[] {
  const stored = [
    ...origins.flatMap(({ localStorage }) => localStorage),
    ...sessionStorage.flatMap(({ items }) => items),
  ];
  const texts = [...cookies, ...stored].flatMap(({ value }) => [value, ...textsIn(value)]);
  return [...new Set(texts.filter(text => TOKEN.test(text) && !ADDRESS.test(text)))].slice(0, MOST_TOKENS);
}

function textsIn(value: string): string[] {
  if (!/^\s*[[{]/.test(value)) return [];
  try {
    return leavesOf(JSON.parse(value));
  } catch {
    // Not JSON after all.
    return [];
  }
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
