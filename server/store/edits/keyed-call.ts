import { createHash } from 'node:crypto';

/** The same text for the same arguments, whatever the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );

interface CallRequest {
  actorId: string;
  /** Chosen by the caller, for one call and its repetitions. */
  key: string;
  tool: string;
  args: object;
}

/** A call that carries an idempotency key, and how much of it was done before. */
export class KeyedCall {
  readonly identity: Readonly<{ name: string; digest: string }>;
  #results: readonly string[] = [];
  #taken = 0;

  constructor({ actorId, key, tool, args }: CallRequest) {
    const digest = createHash('sha256')
      .update(`${tool} ${canonical(args)}`)
      .digest('hex');
    this.identity = { name: JSON.stringify([actorId, key]), digest };
  }

  /** Who made it, and under which key. */
  get name(): string {
    return this.identity.name;
  }

  /** JSON of a list with the result, for each edit that is on disk. */
  get results(): readonly string[] {
    return this.#results;
  }

  /** Notes what is on disk of it. */
  resume(results: readonly string[]): void {
    this.#results = results;
  }

  /** Notes what has just come to the disk. */
  keep(results: readonly string[]): void {
    this.#results = results;
    this.#taken = results.length;
  }

  /** What its next edit came to when it was made before, as JSON of a list; undefined when it is to be made now. */
  takeResult(): string | undefined {
    const result = this.#results[this.#taken];
    if (result !== undefined) this.#taken += 1;
    return result;
  }
}
