/** The workers of a queue: each announces itself, and feeders look them up. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { readRelease } from '../process/package-root.ts';
import { PREFIX } from './queue-redis.ts';

const NAMES = `${PREFIX}:workers`;
const keyOf = (name: string): string => `${PREFIX}:worker:${name}`;
const EXPIRES_AFTER_S = 30;
export const REGISTER_EVERY_MS = 10_000;

/** Only the names of secrets, never their values. */
const RegisteredWorker = z.object({
  name: z.string(),
  release: z.string(),
  secrets: z.array(z.string()),
});
type RegisteredWorker = z.infer<typeof RegisteredWorker>;

/** Must be repeated every `REGISTER_EVERY_MS`. */
export async function registerWorker(redis: Redis, worker: Omit<RegisteredWorker, 'release'>): Promise<void> {
  const self: RegisteredWorker = { ...worker, release: readRelease() };
  await redis.multi().sadd(NAMES, self.name).set(keyOf(self.name), JSON.stringify(self), 'EX', EXPIRES_AFTER_S).exec();
}

export async function unregisterWorker(redis: Redis, name: string): Promise<void> {
  await redis.multi().srem(NAMES, name).del(keyOf(name)).exec();
}

/** Workers of every release; entries that cannot be read are left out. */
async function registeredWorkers(redis: Redis): Promise<RegisteredWorker[]> {
  const names = await redis.smembers(NAMES);
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map(keyOf));
  const gone = names.filter((_name, index) => texts[index] === null);
  if (gone.length > 0) await redis.srem(NAMES, ...gone);
  return texts.flatMap(text => readWorker(text) ?? []);
}

function readWorker(text: string | null): RegisteredWorker | undefined {
  try {
    return RegisteredWorker.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Reports each fact about the workers once. */
export class WorkerMonitor {
  readonly #redis: Redis;
  readonly #secrets: readonly string[];
  readonly #log: (sentence: string) => void;
  readonly #reported = new Set<string>();

  constructor(redis: Redis, secrets: readonly string[], log: (sentence: string) => void) {
    this.#redis = redis;
    this.#secrets = secrets;
    this.#log = log;
  }

  async check(): Promise<void> {
    const release = readRelease();
    for (const worker of await registeredWorkers(this.#redis))
      this.#logOnce(worker.release === release ? this.#lacking(worker) : ofOtherRelease(worker, release));
  }

  #lacking({ name, secrets }: RegisteredWorker): string | undefined {
    const missing = this.#secrets.filter(secret => !secrets.includes(secret));
    if (missing.length === 0) return undefined;
    const names = missing.map(secret => `STEPLOOM_SECRET_${secret}`).join(', ');
    return `${name} has no ${names}: tests that need it fail there.`;
  }

  #logOnce(sentence: string | undefined): void {
    if (sentence === undefined || this.#reported.has(sentence)) return;
    this.#reported.add(sentence);
    this.#log(sentence);
  }
}

const ofOtherRelease = (worker: RegisteredWorker, release: string): string =>
  `${worker.name} has Steploom ${worker.release} and takes nothing of this run, which is of ${release}.`;
