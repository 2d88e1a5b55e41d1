/** Who works on a queue: workers tell it of themselves, and feeders look. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { readRelease } from '../process/package-root.ts';
import { PREFIX } from './queue-redis.ts';

const NAMES = `${PREFIX}:workers`;
const keyOf = (name: string): string => `${PREFIX}:worker:${name}`;
const THERE_S = 30;
export const ANNOUNCE_EVERY_MS = 10_000;

/** No values of secrets, only their names. */
const WorkerThere = z.object({
  name: z.string(),
  release: z.string(),
  secrets: z.array(z.string()),
});
type WorkerThere = z.infer<typeof WorkerThere>;

/** Must be repeated every `ANNOUNCE_EVERY_MS`. */
export async function announceWorker(redis: Redis, worker: Omit<WorkerThere, 'release'>): Promise<void> {
  const self: WorkerThere = { ...worker, release: readRelease() };
  await redis.multi().sadd(NAMES, self.name).set(keyOf(self.name), JSON.stringify(self), 'EX', THERE_S).exec();
}

export async function forgetWorker(redis: Redis, name: string): Promise<void> {
  await redis.multi().srem(NAMES, name).del(keyOf(name)).exec();
}

/** Workers of every release; entries that cannot be read are left out. */
async function workersThere(redis: Redis): Promise<WorkerThere[]> {
  const names = await redis.smembers(NAMES);
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map(keyOf));
  const gone = names.filter((_name, index) => texts[index] === null);
  if (gone.length > 0) await redis.srem(NAMES, ...gone);
  return texts.flatMap(text => readWorker(text) ?? []);
}

function readWorker(text: string | null): WorkerThere | undefined {
  try {
    return WorkerThere.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** What a feeder has to say of the workers, each of it once. */
export class WorkerWarnings {
  readonly #redis: Redis;
  readonly #secrets: readonly string[];
  readonly #notify: (sentence: string) => void;
  readonly #reported = new Set<string>();

  /** `secrets`: names of those that the tests need. */
  constructor(redis: Redis, secrets: readonly string[], notify: (sentence: string) => void) {
    this.#redis = redis;
    this.#secrets = secrets;
    this.#notify = notify;
  }

  async check(): Promise<void> {
    const release = readRelease();
    for (const worker of await workersThere(this.#redis))
      this.#warnOnce(worker.release === release ? this.#lacking(worker) : ofOtherRelease(worker, release));
  }

  #lacking({ name, secrets }: WorkerThere): string | undefined {
    const missing = this.#secrets.filter(secret => !secrets.includes(secret));
    if (missing.length === 0) return undefined;
    const names = missing.map(secret => `STEPLOOM_SECRET_${secret}`).join(', ');
    return `${name} has no ${names}: tests that need it fail there.`;
  }

  #warnOnce(sentence: string | undefined): void {
    if (sentence === undefined || this.#reported.has(sentence)) return;
    this.#reported.add(sentence);
    this.#notify(sentence);
  }
}

const ofOtherRelease = (worker: WorkerThere, release: string): string =>
  `${worker.name} has Steploom ${worker.release} and takes nothing of this run, which is of ${release}.`;
