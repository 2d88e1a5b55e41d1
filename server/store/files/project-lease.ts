/**
 * For processes that cannot see each other's sockets, e.g. in containers. `lease/<number>/<nonce>/holder.json`: the
 * highest number holds and touches its file; a successor removes the last holder's folder, so that its writes fail.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { open, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import {
  nodeFileSystem,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  requireOwnFolder,
  systemCode,
  unlessCode,
} from './file-system.ts';
import { placeOf } from './folder-identity.ts';
import { isAlive } from './write-durably.ts';

const Whereabouts = z.strictObject({
  /** Processes with the same value see each other's sockets: among them the project's lock decides. */
  sockets: z.string(),
  /** Processes with the same value see each other. */
  processes: z.string(),
  /** Distinguishes the process from a later one of the same number. */
  startedAt: z.string(),
});
type Whereabouts = z.infer<typeof Whereabouts>;

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

/** In ticks since boot; empty where unknown. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in brackets, may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** The ids are of one boot and one container on Linux, elsewhere of the machine. */
function spaces(): { network: string; processes: string } {
  if (process.platform !== 'linux') {
    const addresses = Object.values(networkInterfaces()).flatMap(each => each?.map(({ mac }) => mac) ?? []);
    const machine = digest(hostname(), ...new Set(addresses.sort()));
    return { network: machine, processes: machine };
  }
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return {
      network: digest(start, readlinkSync('/proc/self/ns/net')),
      processes: digest(start, readlinkSync('/proc/self/ns/pid')),
    };
  } catch {
    // Nobody takes over early then: others wait until the lease runs out.
    return { network: randomUUID(), processes: randomUUID() };
  }
}

function whereabouts(socket: string): Whereabouts {
  const { network, processes } = spaces();
  return { sockets: digest(network, socket), processes, startedAt: startOf(process.pid) };
}

/** `socket`: address of the lock, which the caller holds. */
function isGone(holder: { pid: number; whereabouts: Whereabouts }, socket: string): boolean {
  const here = whereabouts(socket);
  if (holder.whereabouts.sockets === here.sockets) return true;
  if (holder.whereabouts.processes !== here.processes) return false;
  return !isAlive(holder.pid) || startOf(holder.pid) !== holder.whereabouts.startedAt;
}

const Holder = z.strictObject({
  pid: z.int(),
  url: z.string().optional(),
  host: z.string(),
  since: z.iso.datetime(),
});
type Holder = z.infer<typeof Holder>;

/** Limits the wait for a dead holder, whatever its file says. */
const LONGEST_RENEWAL_MS = 15_000;
const HolderFile = z.strictObject({
  ...Holder.shape,
  renewEveryMs: z.int().min(1).max(LONGEST_RENEWAL_MS),
  whereabouts: Whereabouts,
  /** The folder that this file was made in, by device and inode: a copy lies in another one. */
  folder: z.string().optional(),
});
type HolderFile = z.infer<typeof HolderFile>;

export interface LeaseOptions {
  directory: string;
  stateDirectory: string;
  owner: Pick<Holder, 'pid' | 'url'>;
  /** Address of the lock that is held beside the lease. */
  socket: string;
  renewEveryMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const RENEW_EVERY_MS = 5_000;
/** A holder that missed so many renewals is taken for dead. */
const MOST_MISSED = 3;
/** Looks are counted, not time: a watcher that was itself suspended has not looked meanwhile. */
const LOOKS_PER_RENEWAL = 20;
/** Longer waits are logged. */
const SILENT_MS = 1_000;
/** The largest number of as many digits as are read. */
const HIGHEST = 999_999_999_999_999;
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM'];
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ESTALE'];

interface FoundLease {
  number: number;
  /** Undefined where nobody holds it any more. */
  nonce: string | undefined;
  file: HolderFile | undefined;
  /** Copied with the project from where its holder works: nobody renews it here. */
  isCopy: boolean;
  /** It differs after each renewal. */
  mark: string;
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 });
const leaseFolder = (stateDirectory: string): string => join(stateDirectory, 'lease');

async function readHolder(folder: string): Promise<HolderFile | undefined> {
  try {
    // Opened before `stat`: network file systems give the newest time to those who open a file.
    return HolderFile.parse(JSON.parse((await nodeFileSystem.readFile(join(folder, 'holder.json'))).toString('utf8')));
  } catch {
    return undefined;
  }
}

const numbersIn = async (lease: string): Promise<number[]> => {
  const entries = await unlessCode(NOT_THERE, () => nodeFileSystem.list(lease), []);
  const numbers = entries.flatMap(({ name }) => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : []));
  return numbers.sort((one, other) => one - other);
};

async function find(lease: string): Promise<FoundLease | undefined> {
  const number = (await numbersIn(lease)).at(-1);
  if (number === undefined) return undefined;
  const entries = await unlessCode(NOT_THERE, () => nodeFileSystem.list(join(lease, String(number))), []);
  const nonce = entries[0]?.name;
  if (nonce === undefined) return { number, nonce, file: undefined, isCopy: false, mark: String(number) };
  const folder = join(lease, String(number), nonce);
  const file = await readHolder(folder);
  const touched = await unlessCode(NOT_THERE, () => stat(join(folder, 'holder.json'), { bigint: true }), undefined);
  const isCopy = await isCopied(folder, file);
  return { number, nonce, file, isCopy, mark: `${number} ${nonce} ${touched?.mtimeNs}` };
}

/** Elsewhere than on its holder's machine, a folder may have other numbers. */
async function isCopied(folder: string, file: HolderFile | undefined): Promise<boolean> {
  if (file?.folder === undefined || file.whereabouts.processes !== spaces().processes) return false;
  const place = await unlessCode(NOT_THERE, () => placeOf(folder), file.folder);
  return place !== file.folder;
}

const isFree = (found: FoundLease | undefined, socket: string): boolean =>
  found?.nonce === undefined || found.isCopy || (found.file !== undefined && isGone(found.file, socket));

const holderOf = ({ pid, url, host, since }: HolderFile): Holder => ({ pid, host, since, ...(url && { url }) });

export async function findHolder(stateDirectory: string): Promise<Holder | undefined> {
  const file = (await find(leaseFolder(stateDirectory)).catch(() => undefined))?.file;
  return file && holderOf(file);
}

const describeHolder = ({ pid, host, since }: Holder): string =>
  `process ${pid}${host === hostname() ? '' : ` on ${host}`} since ${since}`;

export function lockedBy(directory: string, holder: Holder | undefined): AppError {
  const who = holder === undefined ? 'another process' : describeHolder(holder);
  const place = holder?.url === undefined ? 'stop that process first' : `use ${holder.url}, or stop that process first`;
  return new AppError('project-locked', `The project ${directory} is open in ${who}; ${place}.`, {
    facts: holder === undefined ? {} : { holder },
  });
}

/** For a holder that was suspended so long that another one took over. */
function lostTo(directory: string, holder: Holder | undefined): AppError {
  const who = holder === undefined ? 'another process' : describeHolder(holder);
  const use = holder?.url === undefined ? '' : `use ${holder.url}, or `;
  const message = `The project ${directory} was taken over by ${who}, because this process did not respond for a while; nothing is written here any more.`;
  return new AppError('project-locked', message, {
    next: `To go on, ${use}stop that process and open the project here: steploom call openProject '{"projectId": "ID"}'.`,
    facts: holder === undefined ? {} : { holder },
  });
}

export class ProjectLease {
  readonly #options: LeaseOptions;
  readonly #lease: string;
  readonly #nonce = randomUUID();
  readonly #since = new Date().toISOString();
  #owner: LeaseOptions['owner'];
  /** 0 while the lease is not taken. */
  #number = 0;
  #lost: AppError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: LeaseOptions) {
    this.#options = options;
    this.#owner = options.owner;
    this.#lease = leaseFolder(options.stateDirectory);
  }

  /** Where the disk takes nothing, the first write takes the lease. Errors: `project-locked`, `damaged-file`. */
  static async take(options: LeaseOptions): Promise<ProjectLease> {
    const lease = new ProjectLease(options);
    await lease.#take({ patient: true }).catch((error: unknown) => {
      if (isAppError(error)) throw error;
    });
    lease.#timer = setInterval(() => lease.confirm().catch(() => undefined), lease.#renewEveryMs).unref();
    return lease;
  }

  get #renewEveryMs(): number {
    return this.#options.renewEveryMs ?? RENEW_EVERY_MS;
  }

  get isHeld(): boolean {
    return this.#number > 0 && this.#lost === undefined;
  }

  /** Why this process may not write any more. */
  get lost(): AppError | undefined {
    return this.#lost;
  }

  get #own(): string {
    return join(this.#lease, String(this.#number), this.#nonce);
  }

  /** Errors: `project-locked`; those of the system. */
  confirm(): Promise<void> {
    return this.#inTurn(() => this.#confirm());
  }

  /** Errors: as `confirm`. */
  async remove(path: string, fs = nodeFileSystem): Promise<void> {
    const bin = join(this.#own, randomUUID());
    try {
      // The next holder removes this folder: no pause between a look and the removal can do harm.
      await fs.rename(path, bin);
    } catch (error) {
      if (!['EXDEV', 'ENOENT'].includes(systemCode(error) ?? '')) throw error;
      await this.confirm();
      return fs.unlink(path);
    }
    await fs.unlink(bin).catch(() => undefined);
  }

  update(owner: LeaseOptions['owner']): Promise<void> {
    this.#owner = owner;
    return this.#inTurn(async () => {
      if (!this.isHeld) return;
      const next = join(this.#own, 'next.json');
      await remove(next);
      await this.#write(next);
      await rename(next, join(this.#own, 'holder.json'));
    });
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    // The number's empty folder stays, which marks the lease as free.
    await this.#inTurn(() => (this.#number === 0 ? Promise.resolve() : remove(this.#own))).catch(() => undefined);
    this.#number = 0;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #confirm(): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#number === 0) return this.#take({ patient: false });
    const now = new Date();
    const touch = () => utimes(join(this.#own, 'holder.json'), now, now).then(() => true);
    if (await unlessCode(NOT_THERE, touch, false)) return;
    const found = await find(this.#lease);
    const isMine = found === undefined || (found.number <= this.#number && found.nonce === undefined);
    // The state folder was removed, and nobody came meanwhile.
    if (isMine) return this.#take({ patient: false });
    this.#lost = lostTo(this.#options.directory, found.file && holderOf(found.file));
    throw this.#lost;
  }

  async #take({ patient }: { patient: boolean }): Promise<void> {
    for (const folder of [this.#options.stateDirectory, this.#lease]) await requireOwnFolder(folder);
    for (;;) {
      const found = await find(this.#lease);
      if (!isFree(found, this.#options.socket) && !(patient && (await this.#hasRunOut(found)))) {
        const now = await find(this.#lease);
        if (isFree(now, this.#options.socket)) continue;
        throw lockedBy(this.#options.directory, now?.file && holderOf(now.file));
      }
      const number = Math.max(found?.number ?? 0, this.#number) + 1;
      if (number > HIGHEST)
        throw new AppError('damaged-file', `No lease can follow those in ${this.#lease}; remove it.`);
      if (await this.#place(number)) return;
    }
  }

  /** Clocks of two machines differ: only changes count. */
  async #hasRunOut(found: FoundLease | undefined): Promise<boolean> {
    const lastsMs = MOST_MISSED * (found?.file?.renewEveryMs ?? this.#renewEveryMs);
    const notice = setTimeout(() => this.#logWait(lastsMs), SILENT_MS);
    try {
      for (let look = 0; look < MOST_MISSED * LOOKS_PER_RENEWAL; look += 1) {
        await delay(lastsMs / (MOST_MISSED * LOOKS_PER_RENEWAL), undefined, { signal: this.#options.signal });
        if ((await find(this.#lease))?.mark !== found?.mark) return false;
      }
      return true;
    } catch (error) {
      if (this.#options.signal?.aborted) throw new AppError('stopped', 'The service is closing.');
      throw error;
    } finally {
      clearTimeout(notice);
    }
  }

  #logWait(lastsMs: number): void {
    const { directory } = this.#options;
    process.stderr.write(
      `Waiting for the lease of another Steploom on ${directory} to run out (up to ${Math.ceil(lastsMs / 1_000)} s) …\n`,
    );
  }

  /** The rename makes the number appear whole; false when another process was faster. */
  async #place(number: number): Promise<boolean> {
    const made = join(this.#lease, `.${this.#nonce}`);
    const target = join(this.#lease, String(number));
    await remove(made);
    try {
      // A checkout of git has no state folder; on a read-only disk, this says so, and not that it is missing.
      for (const folder of [this.#options.stateDirectory, this.#lease, made, join(made, this.#nonce)])
        await nodeFileSystem.makeDirectory(folder, PRIVATE_FOLDER);
      await this.#write(join(made, this.#nonce, 'holder.json'));
      const place = () => rename(made, target).then(() => true);
      if (!(await unlessCode(TAKEN, place, false))) return false;
    } finally {
      await remove(made).catch(() => undefined);
    }
    const numbers = await numbersIn(this.#lease);
    if (numbers.at(-1) !== number) {
      await remove(target);
      return false;
    }
    this.#number = number;
    // Older holders lose their folders: nothing that they do succeeds any more.
    for (const older of numbers) if (older < number) await remove(join(this.#lease, String(older)));
    return true;
  }

  async #write(path: string): Promise<void> {
    const { socket } = this.#options;
    const holder: HolderFile = {
      ...this.#owner,
      host: hostname(),
      since: this.#since,
      renewEveryMs: this.#renewEveryMs,
      whereabouts: whereabouts(socket),
      folder: await placeOf(dirname(path)),
    };
    const file = await open(path, 'wx', PRIVATE_FILE);
    try {
      await file.writeFile(`${JSON.stringify(holder)}\n`);
      // After a power cut the file is whole or not there.
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
