import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { ProtocolGauge } from './protocol-gauge.ts';

interface Watch {
  /** What one process of the pages may take. */
  mostBytes: number;
  /** Whether the page in front takes part in anything; asked while its console is flooded. */
  pageAnswers(): Promise<boolean>;
  /** Called once when pages used too much, with what they did. */
  onExcess(did: string): void;
}

const LOOK_MS = 500;
/** How often in a row a console is found flooded before the page is asked. */
const FLOODED_LOOKS = 2;
const SAMPLES = 5;
const SAMPLE_MS = 20;
const GIGABYTE = 1_000_000_000;

/** Watches what pages make of a browser that was started here, and takes it from them by means they have no part in. */
export class BrowserGuard implements Disposable {
  readonly #browser: Browser;
  readonly #pid: number;
  #looking: NodeJS.Timeout | undefined;
  #gauge: ProtocolGauge | undefined;
  #floodedLooks = 0;
  #wasFlooded = false;

  constructor(browser: Browser, pid: number) {
    this.#browser = browser;
    this.#pid = pid;
  }

  watch(watch: Watch): void {
    this.#gauge = ProtocolGauge.attach(this.#browser, did => this.#reportExcess(watch, did));
    this.#looking = setInterval(() => this.#look(watch), LOOK_MS).unref();
  }

  /** Whether the browser had more to tell of consoles than it came to do, and may have to still: another one is better. */
  get wasFlooded(): boolean {
    return this.#wasFlooded || this.#isFlooded;
  }

  get #isFlooded(): boolean {
    return this.#gauge?.isFlooded ?? false;
  }

  #look(watch: Watch): void {
    const { mostBytes } = watch;
    if (processesBelow(this.#pid).some(({ memoryBytes }) => memoryBytes > mostBytes))
      this.#reportExcess(watch, `took more than ${(mostBytes / GIGABYTE).toLocaleString('en-US')} GB of memory`);
    this.#wasFlooded ||= this.#isFlooded;
    this.#floodedLooks = this.#isFlooded ? this.#floodedLooks + 1 : 0;
    if (this.#floodedLooks === FLOODED_LOOKS) void this.#ask(watch);
  }

  /**
   * What a page that answers writes into its console is silenced, or let go. One that does not may have been silenced, and
   * the browser still tells of what it wrote before: that ends by itself.
   */
  async #ask(watch: Watch): Promise<void> {
    if (!(await watch.pageAnswers()) && (await this.#isAtWork()))
      this.#reportExcess(watch, 'wrote into the console without end and did not answer');
    this.#floodedLooks = 0;
  }

  /** Whether a page is doing something all the time; where nobody knows, it is taken for one that does. */
  async #isAtWork(): Promise<boolean> {
    let atWork = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      await pause(SAMPLE_MS, undefined, { ref: false });
      const pages = processesBelow(this.#pid).filter(({ isOfPages }) => isOfPages);
      if (pages.length === 0 || pages.some(({ pid }) => isRunning(pid))) atWork += 1;
    }
    return atWork > SAMPLES / 2;
  }

  #reportExcess({ onExcess }: Watch, did: string): void {
    this[Symbol.dispose]();
    onExcess(did);
  }

  /** Ends the processes in which pages live; the browser may then be asked again what it keeps of them. */
  endPages(): void {
    for (const { pid, isOfPages } of processesBelow(this.#pid)) if (isOfPages) kill(pid);
  }

  /** Ends the browser at once. */
  kill(): void {
    this[Symbol.dispose]();
    if (this.#browser.isConnected()) kill(this.#pid);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

interface Process {
  pid: number;
  isOfPages: boolean;
  memoryBytes: number;
}

/** The browser itself, which a script may have started for it, and what forks its other processes. */
const STARTING: ReadonlySet<string> = new Set(['', 'zygote']);

/** Those that a process has started, as Linux tells of them; none elsewhere. Chromium may not answer just when it matters. */
function processesBelow(pid: number): Process[] {
  const children = tasksOf(pid).flatMap(task => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean));
  return children.flatMap(name => {
    const child = Number(name);
    const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${child}/status`))?.[1] ?? 0);
    const type = /--type=([\w-]+)/.exec(read(`/proc/${child}/cmdline`))?.[1] ?? '';
    // The others start none, and to ask their many threads takes longer than all else.
    const below = STARTING.has(type) ? processesBelow(child) : [];
    return [{ pid: child, isOfPages: type === 'renderer', memoryBytes: kilobytes * 1_024 }, ...below];
  });
}

/** Whether a thread of it works, or would if it had a processor. */
const isRunning = (pid: number): boolean =>
  tasksOf(pid).some(task => / R /.test(read(`/proc/${pid}/task/${task}/stat`).replace(/^.*\)/s, '')));

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty when the process, or the thread, has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
