import { AppError } from '../../model/errors/errors.ts';
import {
  type FeatureServer,
  isReference,
  isSampleAddress,
  originsOf,
  webAddress,
} from '../../model/project/feature-server.ts';
import type { ConnectionSettings } from './ports.ts';

export interface OwnCredentials {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** The only hosts that may get them, with or without a port. Default: those of the settings. */
  credentialHosts?: readonly string[] | undefined;
}

const PINNED = 'STEPLOOM_CREDENTIAL_HOSTS';

export const ownNames = ({ clientId, clientSecret }: OwnCredentials): string[] => [
  ...(clientId ? ['CLIENT_ID'] : []),
  ...(clientSecret ? ['CLIENT_SECRET'] : []),
];

export const readHosts = (text: string | undefined): string[] | undefined => {
  const hosts = (text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return hosts.length === 0 ? undefined : hosts;
};

type Addresses = Pick<ConnectionSettings, 'fileListUrl' | 'authUrl' | 'importUrl'>;

/** Errors: `invalid-project` where the settings lead to a host that the process does not name. */
export function requirePinned(own: OwnCredentials, { fileListUrl, authUrl, importUrl }: Addresses): void {
  const names = ownNames(own);
  const { credentialHosts } = own;
  if (names.length === 0 || credentialHosts === undefined) return;
  for (const [field, url] of Object.entries({ authUrl, fileListUrl, importUrl })) {
    if (!(url instanceof URL) || [url.host, url.hostname].some(host => credentialHosts.includes(host))) continue;
    throw new AppError(
      'invalid-project',
      `${names.join(' and ')} of the environment go to the hosts of ${PINNED} alone (${credentialHosts.join(', ')}), and ${field} leads to ${url.host}. Name that host there, or correct ${field}.`,
      { field, next: 'configureFeatureServer' },
    );
  }
}

const XRAY_CLOUD = /^([a-z]+\.)?xray\.cloud\.(getxray\.app|xpand-it\.com)$/;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Programs with a token must not send the secret of the process to a new host. Errors: `forbidden`. */
export function refuseNewHost(
  own: OwnCredentials,
  { old, next }: { old: FeatureServer | undefined; next: FeatureServer },
  field?: 'fileListUrl',
): void {
  const names = ownNames(own);
  if (names.length === 0 || own.credentialHosts !== undefined || next.type === 'folder') return;
  const known = old === undefined ? new Set<string>() : originsOf(old);
  const strange = [...originsOf(next)].find(origin => !known.has(origin) && !isHarmless(origin, next.type));
  if (strange === undefined) return;
  throw new AppError(
    'forbidden',
    `${names.join(' and ')} of the environment of the service would go to ${strange}, which only people at the machine may set.`,
    {
      field,
      next: `Use the page or the command line, or start the service with ${PINNED}, the hosts that they may go to.`,
    },
  );
}

function isHarmless(origin: string, type: FeatureServer['type']): boolean {
  if (isSampleAddress(origin)) return true;
  const url = isReference(origin) ? undefined : webAddress(origin);
  if (url === undefined) return false;
  return (
    LOOPBACK.test(url.hostname) || (type === 'xray-cloud' && url.protocol === 'https:' && XRAY_CLOUD.test(url.hostname))
  );
}

/** Where the first stage sent the credentials of the process; undefined where it sent none. */
export function sentNote(
  { type, token, authUrl, fileListUrl }: ConnectionSettings,
  own: OwnCredentials,
): string | undefined {
  const names = ownNames(own);
  const isUsed = type === 'xray-cloud' || (type !== 'folder' && token === undefined);
  if (names.length === 0 || !isUsed) return undefined;
  const place = authUrl ?? fileListUrl;
  const host = place instanceof URL ? place.host : place;
  return `${names.join(' and ')} of the environment of the service went to ${host}; they override those of the settings.`;
}
