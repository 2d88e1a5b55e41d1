import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../model/errors/errors.ts';

const JSON_TYPE = /^application\/json *(;|$)/i;
const CHARSET = /; *charset *= *"?([^";\s]*)/i;

/** Errors: `content-type`. */
export function checkContentType({ headers }: IncomingMessage): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(charset))
    throw new AppError('content-type', 'Send the request as "Content-Type: application/json", in UTF-8.');
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('content-type', 'Compressed requests are not taken; leave "Content-Encoding" out.');
}

/** `gone`: the client left before its body was whole. */
export type Body = { kind: 'whole'; bytes: Buffer } | { kind: 'too-large' } | { kind: 'gone' };

/** Many clients look for a reply only after sending all, so that much of a body that is too large is dropped first. */
const DROPPED_SHARE = 10;

export function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  const mostBytes = limitBytes * DROPPED_SHARE;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve({ kind: 'too-large' });
  return new Promise(resolve => {
    let chunks: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (body: Body) => {
      request.off('data', take).off('end', end).off('close', leave).resume();
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else chunks = [];
      if (sizeBytes > mostBytes) finish({ kind: 'too-large' });
    };
    const end = () =>
      finish(sizeBytes > limitBytes ? { kind: 'too-large' } : { kind: 'whole', bytes: Buffer.concat(chunks) });
    const leave = () => finish({ kind: 'gone' });
    // An error is always followed by `close`.
    request
      .on('data', take)
      .on('end', end)
      .on('close', leave)
      .on('error', () => undefined);
  });
}
