/** Requests of other processes of the user to the server of a workspace. */
import { X509Certificate } from 'node:crypto';
import { type ClientRequest, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { AppError } from '../../model/errors/errors.ts';

/** A server, as other processes reach it. */
export interface ReachedServer {
  url: string;
  /** The one certificate that it shows, when it is reached by HTTPS. */
  certificate?: string | undefined;
}

interface ServerRequest {
  path: string;
  headers?: Record<string, string>;
  /** Sent with POST. */
  body?: string;
  signal: AbortSignal;
}

/**
 * This very certificate is trusted and no other, whoever issued it: the name in it is that for other machines, so it
 * need not fit the address at which this one is asked.
 */
const trusting = (certificate: string) => ({
  ca: [certificate],
  allowPartialTrustChain: true,
  checkServerIdentity: (_host: string, { fingerprint256 }: { fingerprint256: string }) =>
    fingerprint256 === new X509Certificate(certificate).fingerprint256
      ? undefined
      : new AppError('forbidden', 'Something else answers at the address of this server.'),
});

/** Sends a request on a connection of its own. */
export function sendTo({ url, certificate }: ReachedServer, question: ServerRequest): ClientRequest {
  const { path, headers = {}, body, signal } = question;
  const options = { method: body === undefined ? 'GET' : 'POST', headers, signal, agent: false as const };
  const request =
    certificate === undefined
      ? requestPlainly(`${url}${path}`, options)
      : requestSecurely(`${url}${path}`, { ...options, ...trusting(certificate) });
  return request.end(body);
}

/** What a server answers. Rejects as the system does when nobody answers, or somebody else. */
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
