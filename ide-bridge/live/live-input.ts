import type { Page } from 'playwright';
import { z } from 'zod';
import type { LiveInput } from '../../model/protocol/channel/live.ts';
import { elementAt, type PlacedElement, type Point } from '../browser/reading/element-at.ts';
import { explainFailure } from '../browser/requests/page-failure.ts';
import { closedList, listAround } from '../page/elements/pointed-at.ts';
import type { Viewer } from './viewer.ts';

type PlainInput = Exclude<
  LiveInput,
  {
    kind: 'release-keys' | 'choose' | 'answer' | 'files' | 'point' | 'pick' | 'pick-cancel' | 'take-over' | 'hand-back';
  }
>;

/** Errors: those of a page that is gone. */
export async function performInput(page: Page, input: PlainInput): Promise<void> {
  const { mouse, keyboard } = page;
  switch (input.kind) {
    case 'move':
      return mouse.move(input.x, input.y);
    case 'press':
      await mouse.move(input.x, input.y);
      return mouse.down({ button: input.button, clickCount: input.clickCount });
    case 'release':
      await mouse.move(input.x, input.y);
      return mouse.up({ button: input.button, clickCount: input.clickCount });
    case 'wheel':
      await mouse.move(input.x, input.y);
      return mouse.wheel(input.deltaX, input.deltaY);
    case 'key-down':
      return isTyped(input.key) ? keyboard.insertText(input.key) : keyboard.down(input.key);
    case 'key-up':
      return isTyped(input.key) ? undefined : keyboard.up(input.key);
    case 'resize':
      return page.setViewportSize({ width: input.width, height: input.height });
    case 'text':
      return keyboard.insertText(input.text);
  }
}

/** A character that is not on Playwright's American keyboard. */
const isTyped = (key: string): boolean => [...key].length === 1 && !/^[ -~]$/.test(key);

export type QueuedInput = Exclude<LiveInput, { kind: 'answer' | 'take-over' | 'hand-back' }>;

interface WaitingInput {
  viewer: Viewer;
  input: QueuedInput;
}

const MOST_WAITING = 200;

/** Viewers' input in order, one at a time; of consecutive moves the last counts. */
export class InputQueue {
  readonly #perform: (viewer: Viewer, input: QueuedInput) => Promise<void>;
  #waiting: WaitingInput[] = [];
  #isPerforming = false;

  constructor(perform: (viewer: Viewer, input: QueuedInput) => Promise<void>) {
    this.#perform = perform;
  }

  /** Viewers get a notice of input that is not performed, and why. */
  add(viewer: Viewer, input: QueuedInput): void {
    const last = this.#waiting.at(-1);
    if (last?.viewer === viewer && last.input.kind === 'move' && input.kind === 'move') last.input = input;
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ viewer, input });
    else viewer.notify({ kind: 'refused', message: 'The page is still busy with what was done to it before.' });
    if (!this.#isPerforming) void this.#performAll();
  }

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
        viewer.notify({ kind: 'refused', message: message.split('\n')[0] ?? '' });
      });
    }
    this.#isPerforming = false;
  }
}

/** Chromium draws the options in a window of their own, never part of a picture. */
export interface SelectList extends PlacedElement {
  isMultiple: boolean;
  options: z.infer<typeof ListOptions>;
}

const ListOptions = z.array(z.object({ label: z.string(), isSelected: z.boolean(), isDisabled: z.boolean() }));

/** Undefined where there is no closed select list. Errors: those of a page that is gone. */
export async function selectListAt(page: Page, place: Point): Promise<SelectList | undefined> {
  const found = await elementAt(page, place, { target: listAround, facts: closedList });
  const options = ListOptions.safeParse(found?.facts).data;
  return found && options && { element: found.element, box: found.box, isMultiple: false, options };
}
