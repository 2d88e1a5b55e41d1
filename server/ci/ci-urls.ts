/** The private key stays a secret of this machine; the public one is in the project file, so a checkout can check. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';

import { AppError } from '../../model/errors/errors.ts';
import { CI_URL_KEY, type CiUrl, type CiUrls } from '../../model/project/ci-urls.ts';
import type { Transaction } from '../store/edits/transaction.ts';

const ID_BYTES = 6;

/** Returns the address with its signature; one that is issued already and not revoked keeps its id. */
export function issueCiUrl(transaction: Transaction, wanted: Omit<CiUrl, 'id' | 'revokedAt'>): string {
  const project = transaction.project();
  const key = keyOf(transaction);
  const publicKey = publicKeyOf(key);
  const { publicKeys, issued }: CiUrls = project.ciUrls ?? { publicKeys: [], issued: [] };
  const known = issued.find(({ path, revokedAt }) => path === wanted.path && revokedAt === undefined);
  const { id, path } = known ?? { ...wanted, id: randomBytes(ID_BYTES).toString('hex') };
  if (known === undefined || !publicKeys.includes(publicKey))
    project.ciUrls = {
      publicKeys: [...new Set([...publicKeys, publicKey])],
      issued: known === undefined ? [...issued, { ...wanted, id }] : issued,
    };
  const named = `${path}${path.includes('?') ? '&' : '?'}id=${id}`;
  return `${named}&sig=${sign(null, Buffer.from(named), key).toString('base64url')}`;
}

function keyOf(transaction: Transaction): KeyObject {
  const kept = transaction.secret(CI_URL_KEY);
  if (kept !== undefined) return createPrivateKey({ key: Buffer.from(kept, 'base64'), format: 'der', type: 'pkcs8' });
  const { privateKey } = generateKeyPairSync('ed25519');
  transaction.setSecret(CI_URL_KEY, privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  return privateKey;
}

const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? '';

/** Errors: `not-found`. */
export function revokeCiUrl(transaction: Transaction, id: string, at: string): CiUrl {
  const found = transaction.project().ciUrls?.issued.find(one => one.id === id);
  if (found === undefined)
    throw new AppError('not-found', `No CI URL has the id "${id}".`, { field: 'id', next: 'getCIUrls' });
  found.revokedAt ??= at;
  return { ...found };
}

/** Returns a warning where nothing can be checked. Errors: `forbidden`, also without a signature: it may be revoked. */
export function checkCiUrl(address: string, ciUrls: CiUrls | undefined): string | undefined {
  const { pathname, search, searchParams } = new URL(address, 'http://page');
  const [id, signature] = [searchParams.get('id'), searchParams.get('sig')];
  if (!signature)
    throw new AppError('forbidden', 'The CI URL bears no signature, so nothing was run.', {
      next: 'generate a new one by steploom ci url or on the CI page, or name what is to run, as in steploom run --suite t57',
    });
  if (ciUrls === undefined || ciUrls.publicKeys.length === 0)
    return 'The signature of the CI URL was not checked: the project file here knows of no CI URLs. What it names is run as it is.';
  const signed = `${pathname}${search}`.replace(/&sig=[\w-]*$/, '');
  if (!ciUrls.publicKeys.some(key => isSigned(signed, signature, key)))
    throw new AppError('forbidden', 'The signature of the CI URL is not right, so nothing was run.', {
      next: 'copy the whole address; if it is whole, it was changed, or its key is not in the project file here: commit project.json after making a CI URL',
    });
  const revokedAt = ciUrls.issued.find(one => one.id === id)?.revokedAt;
  if (revokedAt === undefined) return undefined;
  throw new AppError('forbidden', `The CI URL ${id} was revoked on ${revokedAt.slice(0, 10)}, so nothing was run.`, {
    next: 'generate a new one',
  });
}

function isSigned(text: string, signature: string, x: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
