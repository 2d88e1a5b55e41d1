/** The part of Playwright's script that takes a document, with what ours adds to it. */
interface SnapshotStreamer {
  _targetGeneration: number;
  /** The frames in the document that Playwright knows, each with its number there. */
  readonly named: Map<HTMLIFrameElement, string>;
  captureSnapshot(how: unknown): unknown;
  /** Whether what is taken can be written as JSON. */
  makesText(): boolean;
  takeWithFrames(how: unknown, isLast: boolean): TakenPage;
}

interface TakenPage {
  page: unknown;
  /** By the number of each frame. */
  frames: Record<string, unknown>;
  /** Whether there are frames that could not be taken from here. */
  hasForeign: boolean;
}

/** Stands for the name that Playwright makes up for each browser context. */
type StreamerName = '__playwright_snapshot_streamer';

interface SnapshotRequest {
  /** Under which each document has its streamer. */
  name: StreamerName;
  how: unknown;
  /** Whether what was acted on is marked no longer afterwards. */
  isLast: boolean;
}

/**
 * Within the script by which Playwright takes it (`faster-streamer.ts`): takes a document and those of the frames in it
 * that are of the same site, all at one time. Frames that nobody has named are not touched: one that has yet to load would
 * get a document that answers by that.
 */
export function takeWithFrames(streamer: SnapshotStreamer, { name, how, isLast }: SnapshotRequest): TakenPage {
  const page = streamer.captureSnapshot(how);
  if (isLast) streamer._targetGeneration += 1;
  const frames: TakenPage['frames'] = {};
  let hasForeign = false;
  for (const [element, id] of streamer.named) {
    const contentWindow: (Window & { readonly [Name in StreamerName]?: SnapshotStreamer }) | null =
      element.contentWindow;
    let inner: SnapshotStreamer | undefined;
    try {
      inner = contentWindow?.[name];
    } catch {
      hasForeign = true;
    }
    if (!contentWindow) streamer.named.delete(element);
    if (inner === undefined) continue;
    if (!inner.makesText()) {
      hasForeign = true;
      continue;
    }
    const taken = inner.takeWithFrames(how, isLast);
    frames[id] = taken.page;
    Object.assign(frames, taken.frames);
    hasForeign ||= taken.hasForeign;
  }
  return { page, frames, hasForeign };
}
