/**
 * How a page shows who is signed in to it: by what only its own scripts have, in a header of its requests and in the
 * first message of its sockets. Nothing of it is sent by a browser of its own accord, as cookies are, to every port of
 * a machine.
 */
import { z } from 'zod';

/** The scheme of the header `Authorization: Steploom-Session …`. */
export const SESSION_SCHEME = 'Steploom-Session';

/** What signing in is answered with. */
export const SignedIn = z.strictObject({ session: z.string() });

/** The first message of either socket; it has no answer but what comes after it. */
export const SessionProof = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.literal('session/prove'),
  params: z.strictObject({ session: z.string().max(100) }),
});
type SessionProof = z.infer<typeof SessionProof>;

export const sessionProof = (session: string): string => {
  const proof: SessionProof = { jsonrpc: '2.0', method: 'session/prove', params: { session } };
  return JSON.stringify(proof);
};
