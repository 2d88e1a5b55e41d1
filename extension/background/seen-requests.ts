import { z } from 'zod';
import type { ProtocolParams } from './told-events.ts';

const Asked = z.object({ requestId: z.string(), documentURL: z.string() });
const Sent = z.object({ requestId: z.string(), headers: z.record(z.string(), z.string()) });
const Answered = z.object({
  requestId: z.string(),
  type: z.string(),
  response: z.object({ url: z.string(), mimeType: z.string() }),
});

interface SeenRequest {
  /** Of the document that asked. */
  document?: string;
  /** `cors` where Chrome gave the answer to the page only as the server allows. */
  mode?: string;
  answer?: z.infer<typeof Answered>;
}

const MOST = 5_000;

/** What is drawn with the page is in its pictures anyway, and Chrome gives nothing else out as such. */
const SHOWN: Readonly<Record<string, RegExp>> = { Image: /^image\//, Stylesheet: /^text\/css/ };

/**
 * Requests that a lent tab made, as Chrome told of them. A page may ask any other site for something, with the cookies
 * of it, but not read the answer; neither may the service.
 */
export class SeenRequests {
  readonly #seen = new Map<string, SeenRequest>();

  note(method: string, params: ProtocolParams): void {
    const asked = method === 'Network.requestWillBeSent' ? Asked.safeParse(params).data : undefined;
    if (asked !== undefined) this.#add(asked.requestId, { document: asked.documentURL });
    const sent = method === 'Network.requestWillBeSentExtraInfo' ? Sent.safeParse(params).data : undefined;
    if (sent !== undefined) this.#add(sent.requestId, { mode: modeOf(sent.headers) });
    const answer = method === 'Network.responseReceived' ? Answered.safeParse(params).data : undefined;
    if (answer !== undefined) this.#add(answer.requestId, { answer });
  }

  mayBeRead(requestId: unknown): boolean {
    const { document, mode, answer } = this.#seen.get(String(requestId)) ?? {};
    if (answer === undefined) return false;
    const { type, response } = answer;
    const isOfPage = originOf(response.url) !== undefined && originOf(response.url) === originOf(document ?? '');
    return type === 'Document' || isOfPage || mode === 'cors' || SHOWN[type]?.test(response.mimeType) === true;
  }

  #add(requestId: string, more: SeenRequest): void {
    this.#seen.set(requestId, { ...this.#seen.get(requestId), ...more });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST && oldest !== undefined) this.#seen.delete(oldest);
  }
}

const modeOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-fetch-mode')?.[1] ?? '';

const originOf = (address: string): string | undefined => {
  const origin = URL.parse(address)?.origin;
  return origin === 'null' ? undefined : origin;
};
