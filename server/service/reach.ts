/** Where the service listens, and the conditions for letting other machines in. */
import { networkInterfaces } from 'node:os';
import { AppError } from '../../model/errors/errors.ts';
import { isLoopback } from '../rpc/access/loopback.ts';
import { readTls, type Tls, type TlsFiles } from './tls-files.ts';

export interface Reach {
  host?: string | undefined;
  tlsFiles?: TlsFiles | undefined;
  /** Allows everything to be sent unencrypted, passwords and tokens included. */
  insecureHttp?: boolean | undefined;
}

export const isOpenToNetwork = ({ host }: Reach): boolean =>
  host !== undefined && host !== 'localhost' && !isLoopback(host);

/** Errors: `invalid-params` for contradictory options, and those of `readTls`. */
export async function readReach(reach: Reach): Promise<{ tls: Tls | undefined }> {
  const { host, tlsFiles, insecureHttp = false } = reach;
  const isOpen = isOpenToNetwork(reach);
  if (host === '') throw new AppError('invalid-params', '--host needs an address of this machine, e.g. 192.168.1.5.');
  if (insecureHttp && tlsFiles !== undefined)
    throw new AppError('invalid-params', '--insecure-http and --tls-cert exclude each other; leave one out.');
  if (insecureHttp && !isOpen)
    throw new AppError('invalid-params', '--insecure-http does nothing without --host; leave it out.');
  if (isOpen && tlsFiles === undefined && !insecureHttp)
    throw new AppError(
      'invalid-params',
      `--host ${host} opens Steploom to other machines, where tokens and passwords must not go unencrypted.`,
      {
        next: 'Add --tls-cert FILE --tls-key FILE for HTTPS, or --insecure-http if the network is safe; or leave --host out.',
      },
    );
  return { tls: tlsFiles === undefined ? undefined : await readTls(tlsFiles) };
}

interface Guarded {
  projectId: string;
  password: { isSet: boolean };
}

/** Errors: `invalid-params`, naming the projects that anyone on the network could sign in to. */
export function requirePasswords(reach: Reach, projects: readonly Guarded[]): void {
  if (!isOpenToNetwork(reach)) return;
  const bare = projects.filter(({ password }) => !password.isSet).map(({ projectId }) => projectId);
  const [first] = bare;
  if (first === undefined) return;
  const named = bare.map(projectId => `"${projectId}"`).join(', ');
  const message = bare.length === 1 ? `The project ${named} has no password` : `The projects ${named} have no password`;
  throw new AppError('invalid-params', `${message}, and --host ${reach.host} opens Steploom to other machines.`, {
    next: `steploom password --project ${first}`,
  });
}

const LINK_LOCAL = /^fe80:/i;

/** The addresses behind a host that means all interfaces. */
export function addressesOf(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  return Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ family, address }) => (host === '::' || family === 'IPv4') && !LINK_LOCAL.test(address))
    .map(({ address }) => address);
}
