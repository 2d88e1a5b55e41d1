import { isUtf8 } from 'node:buffer';
import type { KeptBody, KeptExchange, MomentFacts } from '../../model/protocol/moments.ts';
import type { TraceBody, TraceRequest } from './trace-library.ts';

/** Characters of a body, so that it fits into one text with all around it; the trace has the rest. */
const MOST_CHARACTERS = 10_000_000;
const MOST_SEARCHED = 1_000_000;

export function keptRequest({ request, response, time, _resourceType = 'other' }: TraceRequest) {
  const { method, url } = request;
  const { status, _failureText: failure } = response;
  const kept: MomentFacts['requests'][number] = { method, url, type: _resourceType };
  if (status > 0) kept.status = status;
  if (time >= 0) kept.ms = Math.round(time);
  return failure === undefined ? kept : { ...kept, failure };
}

type ReadFile = (file: string) => Uint8Array | undefined;

export function keptExchange({ request, response }: TraceRequest, read: ReadFile): KeptExchange {
  const sent = { headers: request.headers, ...bodyOf(request.postData, read) };
  if (response.status <= 0) return { request: sent };
  return { request: sent, response: { headers: response.headers, ...bodyOf(response.content, read) } };
}

function bodyOf(kept: TraceBody | undefined, read: ReadFile): { body?: KeptBody } {
  const bytes = kept?._file === undefined ? undefined : read(kept._file);
  if (kept === undefined || bytes === undefined) return {};
  const text = textOf(bytes);
  const facts = { mediaType: kept.mimeType, sizeBytes: bytes.length };
  if (text === undefined) return { body: facts };
  const cut = text.length - MOST_CHARACTERS;
  return { body: { ...facts, text: text.slice(0, MOST_CHARACTERS), ...(cut > 0 ? { cut } : {}) } };
}

/** In what was sent or answered, ignoring case. */
export function holdsText({ request, response }: TraceRequest, text: string, read: ReadFile): boolean {
  const sought = text.toLowerCase();
  return [request.postData, response.content].some(kept => {
    const bytes = kept?._file === undefined ? undefined : read(kept._file);
    return (bytes && textOf(bytes))?.slice(0, MOST_SEARCHED).toLowerCase().includes(sought);
  });
}

const textOf = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(bytes).toString('utf8') : undefined;
