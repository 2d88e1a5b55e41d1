/** Port by which tools follow what a person does in the app window. */
import type { RawEvent } from '../recording/raw-event.ts';
import type { ShownChange } from '../recording/shown-change.ts';
import type { CallOptions } from './app-window.ts';

export interface RecordedFile {
  name: string;
  bytes: Uint8Array;
}

/** A window that is recorded from now on. */
export interface WindowInRecording {
  /** Whose it is; undefined: the first one's. */
  actor: string | undefined;
  tabs: readonly number[];
  tab: number;
  /** What its current tab shows by now; undefined once that is gone. */
  url(): string | undefined;
}

export interface RecordingSink {
  /** Comes before the events of that window, and again where another browser has taken its place. */
  window(window: WindowInRecording): void;
  event(event: RawEvent): void;
  file(file: RecordedFile): void;
  /** The window is gone, or the recorder could not follow it. */
  ended(reason: string): void;
}

export type TabInRecording = Pick<RawEvent, 'actor' | 'tab'>;

export interface RecorderHandle {
  /**
   * Resolves once everything so far has been reported, with what the tab that is then current shows since the last
   * action in it. Idempotent.
   */
  stop(currentTab?: () => TabInRecording): Promise<ShownChange | undefined>;
}

/**
 * Records the window and those of its actors, also the ones that open later. Without the runs and actions of the project
 * itself. Errors: `app-not-open`.
 */
export type StartRecorder = (projectId: string, sink: RecordingSink, options: CallOptions) => Promise<RecorderHandle>;
