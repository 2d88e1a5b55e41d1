import type { KeptBody, KeptExchange } from '../../model/protocol/kept-exchange.ts';
import type { MomentFacts } from '../../model/protocol/moments.ts';
import { bodyText } from '../browser/logs/logged-exchange.ts';
import { failureOf, fileOf, resourceTypeOf, type TraceBody, type TraceRequest } from '../playwright/trace-library.ts';

/** Characters of a body, so that it fits into one text with all around it; the trace has the rest. */
const MOST_CHARACTERS = 10_000_000;
const MOST_SEARCHED = 1_000_000;

export function keptRequest(told: TraceRequest) {
  const { method, url } = told.request;
  const { status } = told.response;
  const failure = failureOf(told);
  const kept: MomentFacts['requests'][number] = { method, url, type: resourceTypeOf(told) };
  if (status > 0) kept.status = status;
  if (told.time >= 0) kept.ms = Math.round(told.time);
  return failure === undefined ? kept : { ...kept, failure };
}

type ReadFile = (file: string) => Uint8Array | undefined;

export function keptExchange({ request, response }: TraceRequest, read: ReadFile): KeptExchange {
  const sent = { headers: request.headers, ...bodyOf(request.postData, read) };
  if (response.status <= 0) return { request: sent };
  return { request: sent, response: { headers: response.headers, ...bodyOf(response.content, read) } };
}

function bytesOf(kept: TraceBody | undefined, read: ReadFile): Uint8Array | undefined {
  const file = fileOf(kept);
  return file === undefined ? undefined : read(file);
}

function bodyOf(kept: TraceBody | undefined, read: ReadFile): { body?: KeptBody } {
  const bytes = bytesOf(kept, read);
  if (kept === undefined || bytes === undefined) return {};
  const text = bodyText(bytes);
  const facts = { mediaType: kept.mimeType, sizeBytes: bytes.length };
  if (text === undefined) return { body: facts };
  const cut = text.length - MOST_CHARACTERS;
  return { body: { ...facts, text: text.slice(0, MOST_CHARACTERS), ...(cut > 0 ? { cut } : {}) } };
}

/** In what was sent or answered, ignoring case. */
export function holdsText({ request, response }: TraceRequest, text: string, read: ReadFile): boolean {
  const sought = text.toLowerCase();
  return [request.postData, response.content].some(kept => {
    const bytes = bytesOf(kept, read);
    return (bytes && bodyText(bytes))?.slice(0, MOST_SEARCHED).toLowerCase().includes(sought);
  });
}
