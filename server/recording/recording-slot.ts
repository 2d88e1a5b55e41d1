import type { TestRecording } from './test-recording.ts';

/** One recording per project at a time. */
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

  end(): TestRecording | undefined {
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) this.notify();
    return current;
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
