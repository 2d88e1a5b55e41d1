import type { TestRecording } from './test-recording.ts';

/** The recording of a project: one at a time. */
export class RecordingSlot {
  readonly #listeners = new Set<() => void>();
  #current: TestRecording | undefined;

  get current(): TestRecording | undefined {
    return this.#current;
  }

  begin(recording: TestRecording): void {
    this.#current = recording;
    this.notify();
  }

  /** Takes the recording out; undefined where there is none. */
  end(): TestRecording | undefined {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) this.notify();
    return current;
  }

  /** Calls all listeners. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
