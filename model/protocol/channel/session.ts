/**
 * How a page proves who is signed in: with a secret that only its own scripts have, in a header of requests and in the
 * first message of sockets. Browsers never send it by themselves to every port of a machine, as they do cookies.
 */
import { z } from 'zod';

/** The scheme of the header `Authorization: Steploom-Session …`. */
export const SESSION_SCHEME = 'Steploom-Session';

export const SignedIn = z.strictObject({ session: z.string() });

/** The first message of either socket; it gets no reply. */
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
