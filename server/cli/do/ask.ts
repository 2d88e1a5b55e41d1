import { connect, type Socket } from 'node:net';
import { DoFault } from './command.ts';
import type { RunningServer } from './place.ts';

/** The service sends something every few seconds, also while it waits for a page. */
const SILENCE_MS = 30_000;

export interface DoAnswer {
  status: number;
  /** Of a refusal, whose lines are not taken. */
  text: string;
}

/** Nobody listens there (any more). */
export class NoService extends Error {}

async function openSocket({ url, certificate }: RunningServer): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (certificate === undefined ? 80 : 443));
  if (certificate === undefined) return connect({ host, port });
  const { connect: connectSecurely } = await import('node:tls');
  // The name in it is meant for other machines; this certificate alone is trusted.
  const { X509Certificate } = await import('node:crypto');
  const { fingerprint256: wanted } = new X509Certificate(certificate);
  const checkServerIdentity = (_host: string, { fingerprint256 }: { fingerprint256: string }) =>
    fingerprint256 === wanted ? undefined : new NoService();
  return connectSecurely({ host, port, ca: [certificate], allowPartialTrustChain: true, checkServerIdentity });
}

const headOf = ({ url, secret }: RunningServer, bytes: number): string =>
  [
    // Without chunks, so that the body is what follows the head.
    'POST /api/do HTTP/1.0',
    `Host: ${url.host}`,
    `Authorization: Bearer ${secret}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');

/** Resolves once all lines were taken. Errors: `NoService`, `DoFault`, those of `take`. */
export async function ask(server: RunningServer, body: object, take: (line: string) => void): Promise<DoAnswer> {
  const text = JSON.stringify(body);
  const socket = await openSocket(server);
  return await new Promise((resolve, reject) => {
    const reader = new ReplyReader(take);
    socket.setTimeout(SILENCE_MS, () => {
      reject(new DoFault(`The service at ${server.url.origin} (process ${server.pid}) does not answer.`, 1));
      socket.destroy();
    });
    socket.on('error', error =>
      reject(reader.isBegun ? new DoFault(`The service was lost: ${error.message}`, 1) : new NoService()),
    );
    socket.on('data', chunk => {
      try {
        reader.push(chunk);
      } catch (error) {
        reject(error);
        socket.destroy();
      }
    });
    socket.on('close', () => {
      if (reader.status === undefined) reject(new NoService());
      else resolve({ status: reader.status, text: reader.rest });
    });
    socket.write(headOf(server, Buffer.byteLength(text)) + text);
  });
}

class ReplyReader {
  readonly #take: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);
  status: number | undefined;

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  get rest(): string {
    return this.#rest.toString('utf8');
  }

  get isBegun(): boolean {
    return this.status !== undefined;
  }

  push(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    if (this.status === undefined && !this.#readHead()) return;
    if (this.status !== 200) return;
    for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
      const line = this.#rest.subarray(0, end).toString('utf8');
      this.#rest = this.#rest.subarray(end + 1);
      if (line.trim() !== '') this.#take(line);
    }
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return false;
    this.status = Number(/^HTTP\/1\.[01] (\d+)/.exec(this.#rest.subarray(0, end).toString('latin1'))?.[1] ?? 0);
    this.#rest = this.#rest.subarray(end + 4);
    return true;
  }
}
