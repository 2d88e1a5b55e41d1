import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { ProtocolGauge } from './protocol-gauge.ts';

interface Watch {
  mostBytes: number;
  /** Whether the page in front responds; asked while its console is flooded. */
  pageAnswers(): Promise<boolean>;
  onExcess(did: string): void;
}

const LOOK_MS = 500;
/** Flooded looks in a row before the page is asked. */
const FLOODED_LOOKS = 2;
const SAMPLES = 5;
const SAMPLE_MS = 20;
const GIGABYTE = 1_000_000_000;

/** Watches what pages make of a browser that was started here, and ends them by means they cannot block. */
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

  /** Whether the browser still has, or had, more console messages than it can report: a new one is better. */
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
   * The console of a page that answers is silenced, or let go. A page that does not answer may already be silenced
   * while the browser reports earlier lines, which ends by itself.
   */
  async #ask(watch: Watch): Promise<void> {
    if (!(await watch.pageAnswers()) && (await this.#isAtWork()))
      this.#reportExcess(watch, 'wrote into the console without end and did not answer');
    this.#floodedLooks = 0;
  }

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

  /** Ends the page processes; the browser may then be asked again what it keeps of them. */
  endPages(): void {
    for (const { pid, isOfPages } of processesBelow(this.#pid)) if (isOfPages) kill(pid);
  }

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

/** The browser itself, which a script may have started, and what forks its other processes. */
const STARTING: ReadonlySet<string> = new Set(['', 'zygote']);

/** From Linux' process files; empty elsewhere. Chromium itself may not answer just when it matters. */
function processesBelow(pid: number): Process[] {
  const children = tasksOf(pid).flatMap(task => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean));
  return children.flatMap(name => {
    const child = Number(name);
    const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${child}/status`))?.[1] ?? 0);
    const type = /--type=([\w-]+)/.exec(read(`/proc/${child}/cmdline`))?.[1] ?? '';
    // Other types start no processes, and checking their many threads is slow.
    const below = STARTING.has(type) ? processesBelow(child) : [];
    return [{ pid: child, isOfPages: type === 'renderer', memoryBytes: kilobytes * 1_024 }, ...below];
  });
}

/** Whether a thread runs, or waits only for a processor. */
const isRunning = (pid: number): boolean =>
  tasksOf(pid).some(task => / R /.test(read(`/proc/${pid}/task/${task}/stat`).replace(/^.*\)/s, '')));

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
