import type { LiveInput } from '../../model/protocol/channel/live.ts';
import { explainFailure } from '../browser/requests/page-failure.ts';
import type { Viewer } from './viewer.ts';

export type QueuedInput = Exclude<LiveInput, { kind: 'answer' }>;

interface Waiting {
  viewer: Viewer;
  input: QueuedInput;
}

/** What a page that takes its time may be behind. */
const MOST_WAITING = 200;

/** What viewers did, in order, for a page that takes one thing at a time; of moves that follow each other the last counts. */
export class InputQueue {
  readonly #perform: (viewer: Viewer, input: QueuedInput) => Promise<void>;
  #waiting: Waiting[] = [];
  #isPerforming = false;

  constructor(perform: (viewer: Viewer, input: QueuedInput) => Promise<void>) {
    this.#perform = perform;
  }

  /** Viewers are told of what is not performed, and why. */
  add(viewer: Viewer, input: QueuedInput): void {
    const last = this.#waiting.at(-1);
    if (last?.viewer === viewer && last.input.kind === 'move' && input.kind === 'move') last.input = input;
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ viewer, input });
    else viewer.tell({ kind: 'refused', message: 'The page is still busy with what was done to it before.' });
    if (!this.#isPerforming) void this.#performAll();
  }

  /** Forgets what somebody did who has gone. */
  forget(viewer: Viewer): void {
    this.#waiting = this.#waiting.filter(waiting => waiting.viewer !== viewer);
  }

  async #performAll(): Promise<void> {
    this.#isPerforming = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { viewer, input } = next;
      await this.#perform(viewer, input).catch((error: unknown) => {
        const cause = explainFailure(error);
        const message = cause instanceof Error ? cause.message : String(cause);
        viewer.tell({ kind: 'refused', message: message.split('\n')[0] ?? '' });
      });
    }
    this.#isPerforming = false;
  }
}
