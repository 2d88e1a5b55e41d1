import { X509Certificate } from 'node:crypto';
import { type ClientRequest, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { AppError } from '../../model/errors/errors.ts';

export interface ReachedServer {
  url: string;
  /** The only certificate to trust, for HTTPS. */
  certificate?: string | undefined;
}

interface ServerRequest {
  /** Default: GET, or POST with a body. */
  method?: string | undefined;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Trusts only this certificate. Its name is meant for other machines, so it need not match the address used here. */
const trusting = (certificate: string) => ({
  ca: [certificate],
  allowPartialTrustChain: true,
  checkServerIdentity: (_host: string, { fingerprint256 }: { fingerprint256: string }) =>
    fingerprint256 === new X509Certificate(certificate).fingerprint256
      ? undefined
      : new AppError('forbidden', 'Something else answers at the address of this server.'),
});

export function sendTo({ url, certificate }: ReachedServer, question: ServerRequest): ClientRequest {
  const { path, headers = {}, body, signal, method = body === undefined ? 'GET' : 'POST' } = question;
  const options = { method, headers, signal, agent: false as const };
  const request =
    certificate === undefined
      ? requestPlainly(`${url}${path}`, options)
      : requestSecurely(`${url}${path}`, { ...options, ...trusting(certificate) });
  return request.end(body);
}

/** Rejects with the system's error when nobody answers, or another server does. */
export function askServer(server: ReachedServer, question: ServerRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = sendTo(server, question);
    request.on('error', reject).on('response', response => {
      const chunks: Buffer[] = [];
      response
        .on('data', chunk => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
  });
}
