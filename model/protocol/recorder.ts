/** The port by which tools follow what a person does in the app window. */
import type { RawEvent } from '../recording/raw-event.ts';
import type { ShownChange } from '../recording/shown-change.ts';
import type { CallOptions } from './app-window.ts';

/** A file that a person gave to a page. */
export interface RecordedFile {
  name: string;
  bytes: Uint8Array;
}

export interface RecordingSink {
  /** In the order in which they happened. */
  event(event: RawEvent): void;
  file(file: RecordedFile): void;
  /** The window has gone, or the recorder could not follow it. */
  ended(reason: string): void;
}

/** The tabs that there are when a recording begins. */
interface RecordedTabs {
  tabs: readonly number[];
  tab: number;
}

/** What is under way until it is stopped. */
export interface RecorderHandle extends RecordedTabs {
  /**
   * Resolves once everything that happened until then has been reported, with what the tab that is the current one by then
   * shows since the last thing that was done in it. Idempotent.
   */
  stop(currentTab?: () => number): Promise<ShownChange | undefined>;
}

/** Tells what is done in the app window of a project, its own runs and actions apart. Errors: `app-not-open`. */
export type StartRecorder = (projectId: string, sink: RecordingSink, options: CallOptions) => Promise<RecorderHandle>;
