import type { Page } from 'playwright';
import { performInput, type QueuedInput } from './live-input.ts';
import type { Viewer } from './viewer.ts';

/** The keys that viewers hold down in the page, so that none stays down when its release goes elsewhere. */
export class HeldKeys {
  readonly #held = new Map<Viewer, Set<string>>();

  note(viewer: Viewer, input: QueuedInput): void {
    const held = this.#held.get(viewer) ?? new Set();
    if (input.kind === 'key-down') this.#held.set(viewer, held.add(input.key));
    if (input.kind === 'key-up') held.delete(input.key);
  }

  /** Errors: those of a page that is gone. */
  async release(viewer: Viewer, page: Page): Promise<void> {
    const held = this.#held.get(viewer) ?? [];
    this.#held.delete(viewer);
    for (const key of held) await performInput(page, { kind: 'key-up', key });
  }
}
