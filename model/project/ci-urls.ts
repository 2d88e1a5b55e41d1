/** Addresses made for CI, kept in the project file so that everybody sees which still work. */
import { z } from 'zod';

/** An Ed25519 key as in JSON Web Keys. */
const PublicKey = z.string().regex(/^[\w-]{43}$/);

const CiUrlId = z.string().regex(/^[0-9a-f]{12}$/, 'an id such as "0f3a9c21d4e8"');

/** Only a revoked address must be known: a checkout may be older than an address. */
export const CiUrl = z.strictObject({
  id: CiUrlId,
  title: z.string().max(2_000),
  /** Relative to the address of the service, without id and signature. */
  path: z.string().max(100_000),
  createdAt: z.string().max(40),
  createdBy: z.string().max(200),
  revokedAt: z.string().max(40).optional(),
});
export type CiUrl = z.infer<typeof CiUrl>;

export const CiUrls = z.strictObject({
  /** One for each machine that made addresses; the private keys stay there. */
  publicKeys: z.array(PublicKey).max(1_000),
  issued: z.array(CiUrl).max(10_000),
});
export type CiUrls = z.infer<typeof CiUrls>;

export const CI_URL_KEY = 'ci-urls/private-key';
