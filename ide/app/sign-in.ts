/** Signing in: the code of an address, or a password, is exchanged for a cookie that scripts cannot read. */

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

/** What somebody gives to be let in. */
export type SignInWords = { code: string } | { projectId: string; password: string };

export async function signIn(words: SignInWords): Promise<SignInAnswer> {
  const request = { method: 'POST', headers: HEADERS, body: JSON.stringify(words) };
  const response = await fetch('/api/sign-in', request).catch(() => undefined);
  if (response === undefined) return unreachable();
  return response.ok ? { ok: true } : { ok: false, problem: await problemOf(response) };
}

const SessionAnswer = z.object({ signedIn: z.boolean(), signInBy: z.enum(['code', 'password']) });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** Whether this browser is signed in, and how it can be; undefined when the service does not say. */
export async function readSession(): Promise<SessionAnswer | undefined> {
  const response = await fetch('/api/session', { cache: 'no-store' }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  return SessionAnswer.safeParse(answer).data;
}
