/** Requests of other processes of the user to the server of a workspace. */
import { X509Certificate } from 'node:crypto';
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { AppError } from '../model/protocol/errors.ts';

interface Server {
  url: string;
  /** The one certificate that it shows, when it is reached by HTTPS. */
  certificate?: string | undefined;
}

interface Question {
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

/** What a server answers. Rejects as the system does when nobody answers, or somebody else. */
export function askServer({ url, certificate }: Server, question: Question): Promise<{ status: number; text: string }> {
  const { path, headers = {}, body, signal } = question;
  const options = { method: body === undefined ? 'GET' : 'POST', headers, signal, agent: false as const };
  return new Promise((resolve, reject) => {
    const request =
      certificate === undefined
        ? requestPlainly(`${url}${path}`, options)
        : requestSecurely(`${url}${path}`, { ...options, ...trusting(certificate) });
    request.on('error', reject).on('response', response => {
      const chunks: Buffer[] = [];
      response
        .on('data', chunk => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    request.end(body);
  });
}
