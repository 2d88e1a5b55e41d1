import { z } from 'zod';
import { stageFailure } from './stage-failure.ts';

/** Servers take no more than 16 kB of headers. */
const MOST_CHARACTERS = 12_000;

const Wrapped = z.union([
  z.string(),
  z.object({ access_token: z.string() }).transform(({ access_token }) => access_token),
  z.object({ token: z.string() }).transform(({ token }) => token),
]);

/** A token out of an answer: a quoted JSON string, the bare text, or JSON with `token` or `access_token`. Errors: `feature-server-failed`. */
export function readToken(text: string, what: string, status?: number): string {
  const token = unwrapped(text.trim());
  const refuse = (fault: string) => stageFailure('sign in', `${what} ${fault}`, status);
  if (token === undefined || token === '' || token.startsWith('<'))
    throw refuse(
      'is none: what came is neither a text nor JSON with "token" or "access_token". Check the authentication URL.',
    );
  if (token.length > MOST_CHARACTERS)
    throw refuse(
      `is ${token.length} characters long, more than the ${MOST_CHARACTERS} that fit a request. Check the authentication URL.`,
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw refuse(
      'holds spaces or characters that no request header can carry. Check the authentication URL and the token.',
    );
  return token;
}

function unwrapped(text: string): string | undefined {
  if (!/^["{[]/.test(text)) return text;
  try {
    return Wrapped.safeParse(JSON.parse(text)).data?.trim();
  } catch {
    return undefined;
  }
}
