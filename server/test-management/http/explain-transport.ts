import { ADDRESS_REFUSED } from './addresses.ts';

/** Code of errors that have a complete message already. */
export const PROXY_FAILED = 'ERR_PROXY_FAILED';

/** Codes of a connection that the other side closed too early. */
export const CUT: readonly string[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;

export function explainTransport({ code = '', message }: NodeJS.ErrnoException, url: URL): string {
  const { hostname, host } = url;
  if (code === ADDRESS_REFUSED || code === PROXY_FAILED) return message;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA')
    return `The name ${hostname} was not found (${code}). Check the host in the URL, and the network.`;
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${host} (connection refused). Check host and port in the URL, and that the service runs.`;
  if (CUT.includes(code)) return `${host} cut the connection before its answer was complete (${code}). Try again.`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'ETIMEDOUT')
    return `${host} cannot be reached (${code}). Check the host in the URL, and the network.`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${host} does not speak TLS there (${code}). Check the port, and whether the URL begins with http:// or https://.`;
  if (CERTIFICATE.test(code))
    return `The certificate of ${host} is not trusted (${code}: ${message}). Name the host as the certificate does; one of your own authority is trusted with NODE_EXTRA_CA_CERTS.`;
  if (code.startsWith('HPE_')) return `What ${host} answers is not HTTP (${code}). Check the port in the URL.`;
  return `The connection to ${host} failed (${code || message}). Try again.`;
}
