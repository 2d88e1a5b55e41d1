import { z } from 'zod';
import { ApiClient, ToolError } from '../../../support/running-steploom.ts';
import { chooseMove, type Held, type Move, NOTHING } from './writer-moves.ts';

/** Chooses from lists, the same in every run with the same seed. */
export function picker(seed: number) {
  let state = seed >>> 0;
  return <Item>(items: readonly Item[]): Item | undefined => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[(state >>> 8) % Math.max(1, items.length)];
  };
}

interface Call {
  move: Move;
  key: string;
}

const UNDO = 'undo';

/** One of several that edit a project at the same time; it knows what it must find there. */
export class Writer {
  readonly #name: string;
  readonly token: string;
  readonly #home: string;
  readonly #pick: ReturnType<typeof picker>;
  readonly #made = new Set<string>();
  #held: Held = NOTHING;
  /** What it held before its newest edit, while that can be taken back. */
  #before: Held | undefined;
  #unanswered: Call | undefined;
  #calls = 0;

  constructor(options: { name: string; token: string; home: string; seed: number }) {
    this.#name = options.name;
    this.token = options.token;
    this.#home = options.home;
    this.#pick = picker(options.seed);
  }

  get held(): Held {
    return this.#held;
  }

  /** Calls that were sent so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Sends edits until the service is gone; `onAnswer` hears of each that is answered. */
  async write(apiUrl: string, onAnswer: () => void): Promise<void> {
    while (await this.step(apiUrl)) onAnswer();
  }

  /** Sends one edit; false when the service is gone. */
  async step(apiUrl: string): Promise<boolean> {
    this.#unanswered = this.#next();
    if (!(await this.#send(apiUrl, this.#unanswered))) return false;
    this.#unanswered = undefined;
    return true;
  }

  /** Sends the call that got no answer once more, as a client does that cannot know whether it was performed. */
  async repeat(apiUrl: string): Promise<void> {
    if (this.#unanswered !== undefined && !(await this.#send(apiUrl, this.#unanswered)))
      throw new Error(`${this.#name}: no answer to a call that was sent again`);
    this.#unanswered = undefined;
    // The list of edits to take back ended with the service.
    this.#before = undefined;
  }

  #next(): Call {
    this.#calls += 1;
    const name = `${this.#name}-${this.#calls}`;
    const before = this.#before;
    const isUndo = before !== undefined && this.#pick([true, false, false, false]) === true;
    const choice = { held: this.#held, home: this.#home, name, pick: this.#pick };
    const move = isUndo ? { tool: UNDO, args: {}, apply: () => ({ held: before, made: [] }) } : chooseMove(choice);
    return { move, key: name };
  }

  /** False when the service is gone. */
  async #send(apiUrl: string, { move, key }: Call): Promise<boolean> {
    const { tool, args, apply } = move;
    const client = new ApiClient(apiUrl, this.token);
    try {
      const reply = await client.call(tool, { ...args, idempotencyKey: key }, z.unknown());
      this.#answered(tool, apply(reply, this.#held));
      return true;
    } catch (error) {
      if (error instanceof ToolError) return this.#refused(tool, error);
      if (error instanceof TypeError || error instanceof SyntaxError) return false;
      throw error;
    }
  }

  #answered(tool: string, { held, made }: ReturnType<Move['apply']>): void {
    for (const code of made) if (this.#made.has(code)) throw new Error(`${this.#name}: ${code} was given before`);
    for (const code of made) this.#made.add(code);
    this.#before = tool === UNDO ? undefined : this.#held;
    this.#held = held;
  }

  /** After a restart there is nothing to take back, unless that was done before. */
  #refused(tool: string, error: ToolError): boolean {
    if (tool === UNDO && error.data.reason === 'nothing-to-undo') return true;
    // Another service has taken over: this one is gone for writers.
    if (error.data.reason === 'project-locked') return false;
    throw new Error(`${this.#name}: ${tool} was refused: ${error.message}`);
  }
}
