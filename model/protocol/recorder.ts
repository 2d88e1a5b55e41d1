/** Port by which tools follow what a person does in the app window. */
import type { RawEvent } from '../recording/raw-event.ts';
import type { ShownChange } from '../recording/shown-change.ts';
import type { CallOptions } from './app-window.ts';

export interface RecordedFile {
  name: string;
  bytes: Uint8Array;
}

export interface RecordingSink {
  event(event: RawEvent): void;
  file(file: RecordedFile): void;
  /** The window is gone, or the recorder could not follow it. */
  ended(reason: string): void;
}

interface RecordedTabs {
  tabs: readonly number[];
  tab: number;
}

export interface RecorderHandle extends RecordedTabs {
  /**
   * Resolves once everything so far has been reported, with what the tab that is then current shows since the last
   * action in it. Idempotent.
   */
  stop(currentTab?: () => number): Promise<ShownChange | undefined>;
}

/** Without the runs and actions of the project itself. Errors: `app-not-open`. */
export type StartRecorder = (projectId: string, sink: RecordingSink, options: CallOptions) => Promise<RecorderHandle>;
