/** What reads traces in the pinned release of Playwright: not public, so all used parts are listed here. */
import { createRequire } from 'node:module';

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

export interface TraceRequest {
  _monotonicTime?: number;
  _resourceType?: string;
  /** -1 if it has not ended. */
  time: number;
  request: { method: string; url: string; headers: TraceHeader[]; postData?: TraceBody };
  /** Status -1 if there was none. */
  response: { status: number; headers: TraceHeader[]; content: TraceBody; _failureText?: string };
}

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

/** Resolved from `playwright`, whose dependency it is. Errors: those of a release without it. */
export function newTraceLoader(): TraceLoader {
  const playwright = createRequire(import.meta.url).resolve('playwright');
  const bundle: Bundle = createRequire(playwright)('playwright-core/lib/coreBundle');
  return new bundle.iso.TraceLoader();
}

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
