import type { BrowserContext, Request, Response } from 'playwright';

/** `reason`, where there is none, is the end of a sentence. */
type AnswerBody = { bytes: Buffer } | { reason: string };

const MOST_BYTES = 5_000_000;
const MOST_KEPT_BYTES = 20_000_000;
/** A page that sends more at once has the others read when they are asked for. */
const MOST_AT_ONCE = 20;
const BYTES_PER_MEGABYTE = 1_000_000;

/**
 * Bodies of answers. Chromium forgets them with the page that asked for them, so those that a test will ask for are
 * read as soon as they are there, and the newest 20 MB of them are kept. Without `keep` nothing is read ahead.
 */
export class ArrivedBodies {
  readonly #kept = new Map<Response, { body: Promise<AnswerBody>; sizeBytes: number }>();
  #keptBytes = 0;

  /** Until it is disposed; `isWanted` must not throw. */
  keep(context: BrowserContext, isWanted: (request: Request) => boolean): Disposable {
    const underWay = new Set<Response>();
    const look = (response: Response) => {
      if (underWay.size >= MOST_AT_ONCE || !isWanted(response.request())) return;
      underWay.add(response);
      void this.#read(response).then(() => underWay.delete(response));
    };
    context.on('response', look);
    return {
      [Symbol.dispose]: () => {
        context.off('response', look);
        this.#kept.clear();
        this.#keptBytes = 0;
      },
    };
  }

  /** Resolves once the answer has ended. Never rejects. */
  of(response: Response): Promise<AnswerBody> {
    return this.#kept.get(response)?.body ?? readBody(response);
  }

  async #read(response: Response): Promise<void> {
    const entry = { body: readBody(response), sizeBytes: 0 };
    this.#kept.set(response, entry);
    const body = await entry.body;
    if (this.#kept.get(response) !== entry) return;
    entry.sizeBytes = 'bytes' in body ? body.bytes.length : 0;
    this.#keptBytes += entry.sizeBytes;
    this.#dropOldest();
  }

  #dropOldest(): void {
    for (const [response, { sizeBytes }] of this.#kept) {
      if (this.#keptBytes <= MOST_KEPT_BYTES) return;
      this.#kept.delete(response);
      this.#keptBytes -= sizeBytes;
    }
  }
}

const EMPTY: readonly number[] = [204, 205, 304];
const REDIRECT = 'a redirect has none';
const NOT_KEPT = 'the browser has not kept it';

async function readBody(response: Response): Promise<AnswerBody> {
  const request = response.request();
  if (request.redirectedTo() !== null) return { reason: REDIRECT };
  if (request.method() === 'HEAD' || EMPTY.includes(response.status())) return { bytes: Buffer.alloc(0) };
  const { 'content-length': length = '0', 'content-encoding': encoding } = response.headers();
  const told = Number(length);
  if (told > MOST_BYTES) return tooLarge(told);
  try {
    const bytes = await response.body();
    // Chromium tells nothing of what a page takes as a blob.
    if (bytes.length === 0 && told > 0 && encoding === undefined) return { reason: NOT_KEPT };
    return bytes.length > MOST_BYTES ? tooLarge(bytes.length) : { bytes };
  } catch (error) {
    return { reason: whyNone(error instanceof Error ? error.message : '') };
  }
}

const tooLarge = (sizeBytes: number): { reason: string } => ({
  reason: `it has ${Math.ceil(sizeBytes / BYTES_PER_MEGABYTE)} MB, and at most ${MOST_BYTES / BYTES_PER_MEGABYTE} MB are read`,
});

function whyNone(message: string): string {
  if (/redirect/i.test(message)) return REDIRECT;
  if (/evicted|too large/i.test(message)) return 'it is larger than what the browser keeps';
  if (/navigated away|closed|crash/i.test(message)) return 'the page that asked for it was left before it was read';
  return NOT_KEPT;
}
