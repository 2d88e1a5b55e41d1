/** Addresses that were made for CI: whoever has the project file can see whether one was made here, and still holds. */
import { z } from 'zod';

/** As JSON Web Keys write those of Ed25519. */
const PublicKey = z.string().regex(/^[\w-]{43}$/);

const CiUrlId = z.string().regex(/^[0-9a-f]{12}$/, 'an id such as "0f3a9c21d4e8"');

/** Only one that is revoked has to be known: a checkout may be older than an address. */
export const CiUrl = z.strictObject({
  id: CiUrlId,
  /** What it runs, in one line. */
  title: z.string().max(2_000),
  /** Seen from the address of the service, without id and signature. */
  path: z.string().max(100_000),
  createdAt: z.string().max(40),
  createdBy: z.string().max(200),
  revokedAt: z.string().max(40).optional(),
});
export type CiUrl = z.infer<typeof CiUrl>;

export const CiUrls = z.strictObject({
  /** One for each machine that made addresses; the private key stays there. */
  publicKeys: z.array(PublicKey).max(1_000),
  issued: z.array(CiUrl).max(10_000),
});
export type CiUrls = z.infer<typeof CiUrls>;

/** Where the private key is among the secrets of a project. */
export const CI_URL_KEY = 'ci-urls/private-key';
