/** Edits by calling tools, of every kind: of one file and several, of secrets, tokens and the password, with keys and without. */
import { picker } from './writer.ts';
import { chooseMove, type Held, type Move, NOTHING } from './writer-moves.ts';

export type Edit = Pick<Move, 'tool' | 'args'>;

/** The module that is there from the start. */
const HOME = 'm1';

export const UNDO = 'undo';

const roles = (name: string) => ({
  method: 'basic',
  roles: [{ role: 'customer', username: name, password: `${name}-Password` }],
});

/** What writers do not touch. */
const OTHER_EDITS: readonly Edit[] = [
  { tool: 'createToken', args: { name: 'ci', access: 'read' } },
  { tool: 'createVersion', args: { name: 'Next' } },
  { tool: 'configureAuth', args: roles('first') },
  { tool: 'setProjectPassword', args: { password: 'long grass by the river' } },
  { tool: 'revokeToken', args: { token: 'ci' } },
  { tool: 'deleteVersion', args: { versionId: 'next' } },
  { tool: 'configureAuth', args: roles('second') },
  { tool: 'editProject', args: { name: 'Store', appUrl: 'http://localhost:1' } },
  { tool: 'setToolApi', args: { enabled: false } },
  { tool: 'setToolApi', args: { enabled: true } },
];

/** Edits to make, one after the other; the answer to each is told before the next is asked for. */
export interface EditSource {
  next(): Edit | undefined;
  answered(edit: Edit, reply: unknown): void;
}

export function listedEdits(edits: readonly Edit[]): EditSource {
  const left = [...edits];
  return { next: () => left.shift(), answered: () => {} };
}

/** Edits of all kinds in turn, the same with the same seed. */
export class ChosenEdits implements EditSource {
  readonly #pick: ReturnType<typeof picker>;
  readonly #most: number;
  #count = 0;
  #held: Held = NOTHING;
  /** What was held before the newest edit, while that can be taken back. */
  #before: Held | undefined;
  #move: Move | undefined;

  constructor({ seed, edits }: { seed: number; edits: number }) {
    this.#pick = picker(seed);
    this.#most = edits;
  }

  next(): Edit | undefined {
    this.#move = undefined;
    if (this.#count === this.#most) return undefined;
    this.#count += 1;
    const count = this.#count;
    const other = count % 5 === 0 ? OTHER_EDITS[(count / 5 - 1) % OTHER_EDITS.length] : undefined;
    if (other !== undefined) return other;
    if (this.#before !== undefined && count % 7 === 0) return { tool: UNDO, args: {} };
    const move = chooseMove({ held: this.#held, home: HOME, name: `n${count}`, pick: this.#pick });
    this.#move = move;
    const key = count % 2 === 0 ? { idempotencyKey: `key ${count}` } : {};
    return { tool: move.tool, args: { ...move.args, ...key } };
  }

  answered({ tool }: Edit, reply: unknown): void {
    const before = this.#before;
    this.#before = undefined;
    if (tool === UNDO && before !== undefined) this.#held = before;
    if (this.#move === undefined) return;
    const { held } = this.#move.apply(reply, this.#held);
    this.#before = this.#held;
    this.#held = held;
  }
}
