import { stat } from 'node:fs/promises';
import { AppError } from '../../model/errors/errors.ts';
import { parseLocator } from '../../model/locator/parse-locator.ts';
import type { MomentPagePlace, Moments } from '../../model/protocol/moments.ts';
import { pickElement } from '../browser/elements/pick-element.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { KeptTrace } from './kept-trace.ts';
import { renderPage } from './render-page.ts';
import { wayInPage } from './way-in-page.ts';

/** People look at one run, and perhaps at the one before. */
const MOST_READ = 3;
const PICK_LIMIT_MS = 15_000;

class TraceCache {
  readonly #read = new Map<string, Promise<KeptTrace>>();

  async get(file: string): Promise<KeptTrace> {
    const key = `${file} ${await stat(file).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => '',
    )}`;
    const reading = this.#read.get(key) ?? KeptTrace.read(file);
    this.#read.delete(key);
    this.#read.set(key, reading);
    for (const old of [...this.#read.keys()].slice(0, -MOST_READ)) this.#read.delete(old);
    reading.catch(() => this.#read.delete(key));
    return reading;
  }
}

export function createMoments(newSession: () => AppSession): Moments {
  const traces = new TraceCache();
  const page: Moments['page'] = async ({ file, moment, side }, frameId) => {
    const trace = await traces.get(file);
    const kept = trace.page(moment, side, frameId);
    const point = side === 'before' && frameId === undefined ? trace.pointOn(kept) : undefined;
    return renderPage(kept, url => trace.resource(kept, url), point);
  };
  const resource: Moments['resource'] = async ({ file, moment, side }, url) => {
    const trace = await traces.get(file);
    const found = trace.resource(trace.page(moment, side), url);
    if (found === undefined) throw new AppError('not-found', 'The run has not kept this file.');
    return found;
  };
  const shown = async (place: MomentPagePlace, { testIdAttribute }: Pick<MomentOnScreen, 'testIdAttribute'>) => {
    const viewport = (await traces.get(place.file)).page(place.moment, place.side).viewport();
    const session = newSession();
    try {
      await showPage(session, place, { page, resource, testIdAttribute, viewport });
      return session;
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
  };
  return {
    facts: async ({ file, moment }) => (await traces.get(file)).facts(moment),
    request: async ({ file, moment }, index) => (await traces.get(file)).request(moment, index),
    findRequests: async ({ file, moment }, text) => (await traces.get(file)).findRequests(moment, text),
    page,
    resource,
    async pick(place, point, { signal, timeoutMs = PICK_LIMIT_MS }) {
      await using session = await shown(place, point);
      return await pickElement(session, point, { signal, timeoutMs });
    },
    async locate(place, { locator, testIdAttribute }, { signal, timeoutMs = PICK_LIMIT_MS }) {
      const wanted = parseLocator(locator);
      await using session = await shown(place, { testIdAttribute });
      return await wayInPage(session, wanted, { signal, timeoutMs });
    },
  };
}

type MomentOnScreen = Pick<Moments, 'page' | 'resource'> & {
  testIdAttribute?: string | undefined;
  viewport: { width: number; height: number };
};

/** In a window without network access. */
async function showPage(session: AppSession, place: MomentPagePlace, shown: MomentOnScreen) {
  const { page, resource, testIdAttribute, viewport } = shown;
  const { html, nonce } = await page(place);
  const browser = { viewport, ...(testIdAttribute === undefined ? {} : { testIdAttribute }) };
  const opened = await session.openFresh({ settings: { browser }, appUrl: undefined, headed: false });
  const headers = { 'content-security-policy': momentPolicy(nonce) };
  await opened.route('**/*', async route => {
    const url = new URL(route.request().url());
    const wanted = url.searchParams.get('url');
    try {
      if (wanted !== null) {
        const { bytes, mediaType } = await resource(place, wanted);
        await route.fulfill({ body: Buffer.from(bytes), contentType: mediaType });
      } else if (url.searchParams.has('frameId')) {
        const frame = await page(place, url.searchParams.get('frameId') ?? undefined);
        await route.fulfill({
          body: frame.html,
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': momentPolicy(frame.nonce) },
        });
      } else await route.fulfill({ body: html, contentType: 'text/html; charset=utf-8', headers });
    } catch {
      await route.abort().catch(() => {});
    }
  });
  const response = await opened.goto('http://moment.invalid/page', { timeout: PICK_LIMIT_MS });
  if (response === null) throw new AppError('internal', 'The page of the run could not be shown.');
}

/** Only our own script runs, in an origin of its own; nothing leaves the page. */
const momentPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
  "font-src 'self' data:; frame-src 'self'; form-action 'none'; base-uri 'none'";
