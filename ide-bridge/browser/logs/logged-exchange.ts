import { isUtf8 } from 'node:buffer';
import type { Response } from 'playwright';
import { isAppError } from '../../../model/errors/errors.ts';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import type { KeptBody, KeptExchange, KeptMessage } from '../../../model/protocol/kept-exchange.ts';
import { withinLimit } from '../limits/within-limit.ts';
import type { NetworkActivity } from './network-activity.ts';

const ANSWER_LIMIT_MS = 5_000;

/** Undefined where the browser has let go of the request. Errors: `stopped`. */
export async function loggedExchange(
  network: NetworkActivity,
  number: number,
  options: CallOptions,
): Promise<KeptExchange | undefined> {
  const request = network.requestOf(number);
  if (request === undefined) return undefined;
  const body = request.postDataBuffer();
  const sent = messageOf(request.headers(), body ?? undefined);
  const response = request.existingResponse();
  if (response === null) return { request: sent };
  return { request: sent, response: await answerOf(network, response, options) };
}

async function answerOf(
  network: NetworkActivity,
  response: Response,
  { signal, timeoutMs = ANSWER_LIMIT_MS }: CallOptions,
): Promise<KeptMessage> {
  const headers = response.headers();
  // A stream may have no end.
  if (!network.sent.hasEnded(response.request())) return { ...messageOf(headers), reason: 'it is still under way' };
  const limit = { signal, timeoutMs: Math.min(timeoutMs, ANSWER_LIMIT_MS) };
  const body = await withinLimit(() => network.bodies.of(response), limit).catch((error: unknown) => {
    if (!isAppError(error, 'timeout')) throw error;
    return { reason: 'the browser does not answer' };
  });
  return 'bytes' in body ? messageOf(headers, body.bytes) : { ...messageOf(headers), reason: body.reason };
}

const messageOf = (headers: Readonly<Record<string, string>>, body?: Uint8Array): KeptMessage => ({
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  ...(body === undefined ? {} : { body: { ...bodyOf(body), mediaType: headers['content-type'] ?? '' } }),
});

function bodyOf(bytes: Uint8Array): Omit<KeptBody, 'mediaType'> {
  const text = bodyText(bytes);
  return { sizeBytes: bytes.length, ...(text === undefined ? {} : { text }) };
}

/** Undefined where it is no text. */
export const bodyText = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(bytes).toString('utf8') : undefined;
