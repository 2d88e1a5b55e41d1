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
    this.tell();
  }

  /** Takes the recording out; undefined where there is none. */
  end(): TestRecording | undefined {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) this.tell();
    return current;
  }

  /** Has those who follow look again. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
