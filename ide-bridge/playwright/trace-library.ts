/** What reads traces in the pinned release of Playwright, and what it finds there. */
import { AppError } from '../../model/errors/errors.ts';
import { requireCoreBundle } from './core-bundle.ts';
import { NeededParts } from './impl-of.ts';

interface TraceBackend {
  entryNames(): Promise<string[]>;
  hasEntry(name: string): Promise<boolean>;
  readText(name: string): Promise<string | undefined>;
  readBlob(name: string): Promise<Blob | undefined>;
  isLive(): boolean;
}

interface TraceHeader {
  name: string;
  value: string;
}

/** The body is in a file of the trace. */
export interface TraceBody {
  mimeType: string;
  _file?: string;
}

/** The file of the trace that has the body; undefined for one that was not kept. */
export const fileOf = (body: TraceBody | undefined): string | undefined => body?._file;

export interface TraceRequest {
  _monotonicTime?: number;
  _resourceType?: string;
  /** -1 if it has not ended. */
  time: number;
  request: { method: string; url: string; headers: TraceHeader[]; postData?: TraceBody };
  /** Status -1 if there was none. */
  response: { status: number; headers: TraceHeader[]; content: TraceBody; _failureText?: string };
}

/** What a trace says of a request with an answer that it kept. */
export const REQUEST_PARTS = new NeededParts({
  number: ['_monotonicTime'],
  string: ['_resourceType', 'response.content._file'],
});
export const FAILED_PARTS = new NeededParts({ string: ['response._failureText'] });

/** When it was sent, in the time of actions. */
export const sentAt = (request: TraceRequest): number | undefined => request._monotonicTime;

/** What the page wanted: `document`, `fetch` and so on. */
export const resourceTypeOf = (request: TraceRequest): string => request._resourceType ?? 'other';

/** Why it got no answer; undefined where it did. */
export const failureOf = ({ response }: TraceRequest): string | undefined => response._failureText;

export interface TraceAction {
  callId: string;
  parentId?: string;
  class: string;
  method: string;
  title?: string;
  startTime: number;
  endTime: number;
  /** Where it pressed, relative to the window. */
  point?: { x: number; y: number };
}

interface TraceEvent {
  type: string;
  time: number;
  messageType?: string;
  text?: string;
  params?: { error?: { error?: { message?: string }; value?: unknown } };
}

interface TraceContext {
  actions: TraceAction[];
  resources: TraceRequest[];
  events: TraceEvent[];
}

export interface TracePage {
  snapshot(): { callId: string; phase: string; timestamp: number; frameId: string; frameUrl: string };
  viewport(): { width: number; height: number };
  render(): { html: string; scriptNonce: string };
  resourceByUrl(url: string, method: string): TraceRequest | undefined;
}

export interface TraceLoader {
  contextEntries: TraceContext[];
  load(backend: TraceBackend): Promise<void>;
  storage(): {
    /** `<call>/<phase>` in the order in which pages were taken. */
    snapshotsForTest(): string[];
    snapshotForCall(callId: string, phase: string, frameId?: string): TracePage | undefined;
  };
}

interface Bundle {
  iso: { TraceLoader: new () => TraceLoader };
}

export const BUNDLE_PARTS = new NeededParts<Bundle>({ function: ['iso.TraceLoader'] });

export const LOADER_PARTS = new NeededParts({
  function: ['load', 'storage'],
  object: ['contextEntries'],
});
export const STORAGE_PARTS = new NeededParts({ function: ['snapshotsForTest', 'snapshotForCall'] });

/** Errors: `internal` in a release without it. */
export function newTraceLoader(): TraceLoader {
  const bundle = requireCoreBundle();
  if (!BUNDLE_PARTS.areIn(bundle)) throw new AppError('internal', 'This release of Playwright reads no traces.');
  return new bundle.iso.TraceLoader();
}

/** Attributes of drawn elements in which there is CSS. */
export const STYLE_ATTRIBUTES = ['style', '__playwright_style_content__', '__playwright_style_sheet_'];

/** Removed from the script with which Playwright draws a page. */
const TAKEN_OUT: readonly (readonly [part: string, instead: string])[] = [
  // It searches the outermost of its pages, which ours may not access.
  ['while (topSnapshotWindow !== topSnapshotWindow.parent', 'while (false'],
  // It colours the element that was acted on, over its text; an outline is enough.
  ['style.backgroundColor = "#6fa8dc7f";', ''],
];

/**
 * A page as Playwright draws it: `head` has its script with the nonce, `body` the elements. These have no scripts, and
 * each attribute is escaped and in double quotes, so that patterns can find them.
 */
export function drawnPage(page: TracePage): { head: string; body: string; nonce: string } {
  const { html, scriptNonce: nonce } = page.render();
  const end = html.indexOf('</script>') + '</script>'.length;
  const head = TAKEN_OUT.reduce((text, [part, instead]) => text.replace(part, instead), html.slice(0, end));
  return { head, body: html.slice(end), nonce };
}
