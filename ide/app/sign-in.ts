/** Signing in: the code of an address is exchanged for a cookie that scripts cannot read. */

import { z } from 'zod';

const HEADERS = { 'content-type': 'application/json' };

/** The code in the fragment of an address, e.g. `#code=abc&ide=ide1`. */
export function readFragment(hash: string): { code?: string; ideId?: string } {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const code = words.get('code');
  const ideId = words.get('ide');
  return { ...(code === null || code === '' ? {} : { code }), ...(ideId === null ? {} : { ideId }) };
}

export type SignInAnswer = { ok: true } | { ok: false; problem: string };

const Refusal = z.object({ error: z.object({ message: z.string() }) });

/** What the service says for itself, else a sentence of ours. */
async function problemOf(response: Response): Promise<string> {
  const body = Refusal.safeParse(await response.json().catch(() => undefined));
  return body.data?.error.message ?? `The service answered with ${response.status}.`;
}

const unreachable = (): SignInAnswer => ({ ok: false, problem: 'The service does not answer. Is it still running?' });

export async function signIn(code: string): Promise<SignInAnswer> {
  const request = { method: 'POST', headers: HEADERS, body: JSON.stringify({ code }) };
  const response = await fetch('/api/sign-in', request).catch(() => undefined);
  if (response === undefined) return unreachable();
  return response.ok ? { ok: true } : { ok: false, problem: await problemOf(response) };
}

/** `unknown` when the service cannot be reached. */
export async function isSignedIn(): Promise<boolean | 'unknown'> {
  const response = await fetch('/api/session', { cache: 'no-store' }).catch(() => undefined);
  if (response === undefined || response.status >= 500) return 'unknown';
  return response.ok;
}
