import { z } from 'zod';
import { SESSION_SCHEME, SignedIn } from '../../model/protocol/channel/session.ts';

export const sessionHeaders = (session: string | undefined): Record<string, string> =>
  session === undefined ? {} : { authorization: `${SESSION_SCHEME} ${session}` };

/** E.g. `#code=abc&ide=ide1`. */
export function readFragment(hash: string): { code?: string; ideId?: string } {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const code = words.get('code');
  const ideId = words.get('ide');
  return { ...(code === null || code === '' ? {} : { code }), ...(ideId === null ? {} : { ideId }) };
}

export type SignInAnswer = { ok: true; session: string } | { ok: false; problem: string };

const Refusal = z.object({ error: z.object({ message: z.string() }) });

/** The message of the service, else a sentence of ours. */
async function problemOf(response: Response): Promise<string> {
  const body = Refusal.safeParse(await response.json().catch(() => undefined));
  return body.data?.error.message ?? `The service answered with ${response.status}.`;
}

const unreachable = (): SignInAnswer => ({ ok: false, problem: 'The service does not answer. Is it still running?' });

export type SignInWords = { code: string } | { projectId: string; password: string };

/** `held`: the session of somebody who is signed in already; the browser then keeps it. */
export async function signIn(words: SignInWords, held: string | undefined): Promise<SignInAnswer> {
  const headers = { 'content-type': 'application/json', ...sessionHeaders(held) };
  const request = { method: 'POST', headers, body: JSON.stringify(words) };
  const response = await fetch('/api/sign-in', request).catch(() => undefined);
  if (response === undefined) return unreachable();
  if (!response.ok) return { ok: false, problem: await problemOf(response) };
  return { ok: true, ...SignedIn.parse(await response.json()) };
}

const SessionAnswer = z.object({ signedIn: z.boolean(), signInBy: z.enum(['code', 'password']) });
type SessionAnswer = z.infer<typeof SessionAnswer>;

export async function readSession(session: string | undefined): Promise<SessionAnswer | undefined> {
  const request: RequestInit = { cache: 'no-store', headers: sessionHeaders(session) };
  const response = await fetch('/api/session', request).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  return SessionAnswer.safeParse(answer).data;
}
