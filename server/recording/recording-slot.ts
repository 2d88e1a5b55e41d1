import type { TestRecording } from './test-recording.ts';

/** One recording in a window at a time. */
class RecordingSlot {
  readonly #changed: () => void;
  #current: TestRecording | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

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
    this.#changed();
  }
}

/** One slot for each window of a project; without a name, of the one that all share. */
export class RecordingSlots {
  readonly #slots = new Map<string | undefined, RecordingSlot>();
  readonly #listeners = new Set<(window: string | undefined) => void>();

  in(window: string | undefined): RecordingSlot {
    const known = this.#slots.get(window);
    if (known !== undefined) return known;
    const slot = new RecordingSlot(() => {
      for (const listener of this.#listeners) listener(window);
    });
    this.#slots.set(window, slot);
    return slot;
  }

  /** Told in which window. Returns how to stop listening. */
  onChange(listener: (window: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
