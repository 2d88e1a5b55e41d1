import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../model/errors/errors.ts';
import type { KeptExchange } from '../../model/protocol/kept-exchange.ts';
import type { MomentFacts, MomentSide } from '../../model/protocol/moments.ts';
import {
  fileOf,
  newTraceLoader,
  sentAt,
  type TraceAction,
  type TraceLoader,
  type TracePage,
  type TraceRequest,
} from '../playwright/trace-library.ts';
import { holdsText, keptExchange, keptRequest } from './kept-requests.ts';

interface PagesAround {
  before: TracePage | undefined;
  after: TracePage | undefined;
}

const gone = (): AppError =>
  new AppError('not-found', 'The run has kept no page of this action.', { field: 'moment', next: 'getRun' });

export class KeptTrace {
  readonly #loader: TraceLoader;
  readonly #files: Readonly<Record<string, Uint8Array>>;
  readonly #around = new Map<number, PagesAround>();

  private constructor(loader: TraceLoader, files: Readonly<Record<string, Uint8Array>>) {
    this.#loader = loader;
    this.#files = files;
  }

  /** Errors: `not-found`. */
  static async read(file: string): Promise<KeptTrace> {
    const bytes = await readFile(file).catch(() => Promise.reject(gone()));
    const { unzip } = await import('fflate');
    const files = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
      unzip(bytes, (error, unpacked) => (error === null ? resolve(unpacked) : reject(gone())));
    });
    const loader = newTraceLoader();
    await loader.load({
      entryNames: async () => Object.keys(files),
      hasEntry: async name => Object.hasOwn(files, name),
      readText: async name => files[name] && Buffer.from(files[name]).toString('utf8'),
      readBlob: async name => files[name] && new Blob([new Uint8Array(files[name])]),
      isLive: () => false,
    });
    return new KeptTrace(loader, files);
  }

  facts(moment: number): MomentFacts {
    const { group, context } = this.#group(moment);
    const { before, after } = this.#pagesAround(moment);
    const isMeanwhile = untilNext(group, context.actions);
    return {
      ...(before === undefined ? {} : { before: keptPage(before) }),
      ...(after === undefined ? {} : { after: keptPage(after) }),
      requests: this.#requests(moment).map(keptRequest),
      console: context.events
        .filter(({ type, time, params }) => isMeanwhile(time) && (type === 'console' || params?.error !== undefined))
        .map(({ messageType = 'error', text, params }) => ({
          level: messageType,
          text: text ?? params?.error?.error?.message ?? String(params?.error?.value ?? ''),
        })),
    };
  }

  /** Errors: `not-found`. */
  request(moment: number, index: number): KeptExchange {
    const request = this.#requests(moment)[index];
    if (request === undefined)
      throw new AppError('not-found', 'The run has not kept this request.', { field: 'index', next: 'getRun' });
    return keptExchange(request, file => this.#files[file]);
  }

  /** Positions; `text` is searched in bodies, ignoring case. Errors: `not-found`. */
  async findRequests(moment: number, text: string): Promise<number[]> {
    const found: number[] = [];
    for (const [index, request] of this.#requests(moment).entries()) {
      if (holdsText(request, text, file => this.#files[file])) found.push(index);
      await nextTurn();
    }
    return found;
  }

  /** Errors: `not-found`. */
  page(moment: number, side: MomentSide, frameId?: string): TracePage {
    const page = this.#pagesAround(moment)[side];
    if (page === undefined || frameId === undefined) return required(page);
    const { callId, phase } = page.snapshot();
    return required(this.#loader.storage().snapshotForCall(callId, phase, frameId));
  }

  /** Where an action was about to press, on a page that was taken right before. */
  pointOn(page: TracePage): { x: number; y: number } | undefined {
    const { callId, phase } = page.snapshot();
    if (phase !== 'action') return undefined;
    const actions = this.#loader.contextEntries.flatMap(context => context.actions);
    return actions.find(action => action.callId === callId)?.point;
  }

  resource(page: TracePage, url: string): { bytes: Uint8Array; mediaType: string } | undefined {
    const kept = page.resourceByUrl(url, 'GET')?.response.content;
    const file = fileOf(kept);
    const bytes = file === undefined ? undefined : this.#files[file];
    return bytes && { bytes, mediaType: kept?.mimeType ?? 'application/octet-stream' };
  }

  /** A trace lists them in the order in which they ended. */
  #requests(moment: number): TraceRequest[] {
    const { group, context } = this.#group(moment);
    const isMeanwhile = untilNext(group, context.actions);
    return context.resources
      .filter(request => isMeanwhile(sentAt(request)))
      .sort((one, other) => (sentAt(one) ?? 0) - (sentAt(other) ?? 0));
  }

  #group(moment: number) {
    for (const context of this.#loader.contextEntries) {
      const group = context.actions.find(({ method, title }) => isGroup(method) && title?.startsWith(`${moment}. `));
      if (group !== undefined) return { group, context };
    }
    throw gone();
  }

  /** Before: the page in which the action acted, else the one left by the previous action. After: the one it left. */
  #pagesAround(moment: number): PagesAround {
    const known = this.#around.get(moment);
    if (known !== undefined) return known;
    const { group, context } = this.#group(moment);
    const storage = this.#loader.storage();
    const calls = new Set(context.actions.map(({ callId }) => callId));
    const pages = storage.snapshotsForTest().flatMap(key => {
      const [callId = '', phase = ''] = key.split('/');
      const page = calls.has(callId) ? storage.snapshotForCall(callId, phase) : undefined;
      return page === undefined ? [] : [page];
    });
    const within = new Set(below(group, context.actions));
    const at = (page: TracePage) => page.snapshot().timestamp;
    const before =
      pages.find(page => page.snapshot().phase === 'action' && within.has(page.snapshot().callId)) ??
      pages.findLast(page => at(page) <= group.startTime || isBefore(page, group));
    const after =
      storage.snapshotForCall(group.callId, 'after') ??
      pages.find(page => at(page) > group.endTime) ??
      pages.findLast(page => within.has(page.snapshot().callId));
    const around = { before, after };
    this.#around.set(moment, around);
    return around;
  }
}

const isGroup = (method: string): boolean => method === 'tracingGroup';

/** What a page does between two actions was caused by the first. */
function untilNext(group: TraceAction, actions: readonly TraceAction[]) {
  const later = actions.filter(({ method, startTime }) => isGroup(method) && startTime >= group.endTime);
  const end = Math.min(...later.map(({ startTime }) => startTime));
  return (time = 0): boolean => time >= group.startTime && time < end;
}

/** The page after an action may be taken while the next one begins. */
function isBefore(page: TracePage, group: TraceAction): boolean {
  const { callId, phase } = page.snapshot();
  return phase === 'after' && ordinal(callId) < ordinal(group.callId);
}

const ordinal = (callId: string): number => Number(callId.replace(/^.*@/, ''));

const below = (group: TraceAction, actions: readonly TraceAction[]): string[] =>
  actions.flatMap(action => (action.parentId === group.callId ? [action.callId, ...below(action, actions)] : []));

function required(page: TracePage | undefined): TracePage {
  if (page === undefined) throw gone();
  return page;
}

const keptPage = (page: TracePage) => ({ url: page.snapshot().frameUrl, ...page.viewport() });
