import { setImmediate as nextTurn } from 'node:timers/promises';
import { isAppError } from '../../../model/errors/errors.ts';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { RunPlan, RunProgress, RunSink } from '../../../model/protocol/bridge.ts';
import type { Run } from '../../../model/run/run.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { systemCode } from '../../store/files/file-system.ts';
import type { RunMachine } from '../messages/machine.ts';
import { ConsoleLines } from './console-lines.ts';
import { createKeptFiles, type WriteGuard } from './keep-run-files.ts';
import { RunTraceFile } from './keep-trace.ts';
import { LearnedElements } from './known-elements.ts';
import type { RunArchive } from './run-archive.ts';
import { RunRecord } from './run-record.ts';
import type { FinishedRun, RunWatcher, WatchedRunEvent } from './run-watcher.ts';

const SAVE_INTERVAL_MS = 1_000;

/** For trouble that must not end a run. */
export interface RunLog {
  warn(facts: { runId?: string; cause: unknown }, message: string): void;
}

export interface RecorderOptions {
  archive: RunArchive;
  plan: RunPlan;
  startedBy: string;
  ci?: string | undefined;
  /** Milliseconds since 1970. */
  clock: { now(): number };
  redact: Redactor;
  conceal?: RunSink['conceal'] | undefined;
  concealWord?: RunSink['concealWord'] | undefined;
  log: RunLog;
  machine: RunMachine;
  watchers?: readonly RunWatcher[] | undefined;
  /** Number of the first picture or file. */
  firstFile?: number | undefined;
}

interface RunRecorder extends RunSink {
  run(): Run;
}

/** Nothing rejects: trouble with the disk or a watcher is logged once per kind, and the run's outcome stays. */
export function createRunRecorder(options: RecorderOptions): RunRecorder {
  const { archive, plan, startedBy, ci, clock, redact } = options;
  const record = new RunRecord({ plan, startedBy, ci, startedAt: clock.now(), processId: process.pid, redact });
  const guard = createGuard(options);
  const { withoutLost, ...kept } = createKeptFiles(options, guard);
  const trace = new RunTraceFile({ path: archive.path(plan.runId, 'trace.zip'), redact, guard });
  const learned = new LearnedElements();
  const run = () => record.snapshot(clock.now());
  const writer = createPacedWriter(() => guard('its record', () => archive.save(run())), SAVE_INTERVAL_MS);
  const consoleFile = createConsoleFile(options, guard);
  const messagesFile = createMessagesFile(options, guard);
  const watching = createWatching(options, guard);
  const folder = archive.path(plan.runId);
  archive.follow(plan.runId, run);
  watching.progress({ kind: 'run-started', run: run(), folder });
  void writer.flush();
  let endedAt: number | undefined;
  return {
    run,
    ...kept,
    console: consoleFile.add,
    trace: files => trace.add(files),
    conceal: options.conceal ?? (() => {}),
    concealWord: options.concealWord ?? (() => {}),
    learned: learned.add,
    progress(event) {
      if (endedAt !== undefined) return;
      learned.progress(event);
      watching.progress(recordEvent(record, withoutLost(event), clock.now()));
      writer.request();
    },
    async finished(end) {
      endedAt = clock.now();
      // Readers look at the trace as soon as they see that the run has ended.
      await trace.end();
      const finished: FinishedRun = { run: record.finish(end, endedAt), messages: [], folder, ...keyOf(plan) };
      // Masking and writing thousands of results takes long: the event loop gets turns in between.
      await nextTurn();
      await Promise.all([writer.flush(), consoleFile.end()]);
      await nextTurn();
      finished.messages = await messagesFile.end(finished.run);
      await guard('what it learned', () => archive.elements.remember(learned.known, redact));
      await guard('the pruning of old runs', () => archive.prune(plan.settings.retention));
      await watching.end(finished);
    },
  };
}

const keyOf = ({ keyPrefix, issueUrl }: RunPlan) => ({ keyPrefix, issueUrl });

const formatMessage = (message: FinishedRun['messages'][number]): string => JSON.stringify(message);

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Only the first failure of each kind is logged. */
function createGuard({ log, plan, redact }: RecorderOptions): WriteGuard {
  const logged = new Set<string>();
  return async (what, attempt) => {
    try {
      await attempt();
    } catch (cause) {
      if (logged.has(what)) return;
      logged.add(what);
      const reason = systemCode(isAppError(cause) ? (cause.detail.cause ?? cause) : cause) ?? messageOf(cause);
      log.warn({ runId: plan.runId, cause }, redact(`Run ${plan.runId} goes on, but ${what} failed (${reason}).`));
    }
  };
}

function createWatching({ watchers = [] }: RecorderOptions, guard: WriteGuard) {
  const what = 'what a watcher makes of it';
  return {
    progress(event: WatchedRunEvent): void {
      for (const watcher of watchers) void guard(what, async () => watcher.progress?.(event));
    },
    async end(finished: FinishedRun): Promise<void> {
      for (const watcher of watchers) await guard(what, async () => watcher.finished(finished));
    },
  };
}

function createMessagesFile({ archive, plan, machine }: RecorderOptions, guard: WriteGuard) {
  // The Gherkin parser is loaded while the browser starts, not with the service.
  const loading = import('../messages/run-messages.ts');
  return {
    /** Empty when they cannot be made. */
    async end(run: Run): Promise<FinishedRun['messages']> {
      let messages: FinishedRun['messages'] = [];
      await guard('its messages', async () => {
        messages = (await loading).runMessages(run, machine, plan.features ?? new Map());
        await archive.saveMessages(plan.runId, messages.map(formatMessage));
      });
      return messages;
    },
  };
}

function createConsoleFile({ archive, plan, redact, clock }: RecorderOptions, guard: WriteGuard) {
  const lines = new ConsoleLines(plan.items, redact);
  const append = () => guard('its console', () => archive.addConsole(plan.runId, lines.take()));
  const writer = createPacedWriter(append, SAVE_INTERVAL_MS);
  return {
    add(itemIndex: number, entry: ConsoleEntry): void {
      if (lines.add(itemIndex, entry)) writer.request();
    },
    /** Writes the file even when no page said anything. */
    end(): Promise<void> {
      lines.end(new Date(clock.now()).toISOString());
      return writer.flush();
    },
  };
}

function recordEvent(record: RunRecord, event: RunProgress, now: number): WatchedRunEvent {
  switch (event.kind) {
    case 'item-started':
      return { ...event, item: record.itemStarted(event, now) };
    case 'action-finished':
      return { ...event, result: record.actionFinished(event.itemIndex, event.result) };
    case 'inner-action-finished': {
      const { kind, itemIndex } = event;
      return { kind, itemIndex, result: record.innerFinished(itemIndex, event) };
    }
    case 'step-finished':
      return { ...event, result: record.stepFinished(event.itemIndex, event.result) };
    case 'attempt-finished':
      return { ...event, item: record.attemptFinished(event.itemIndex, event.item) };
    case 'item-finished':
      return { ...event, item: record.itemFinished(event.itemIndex, event.item) };
    case 'paused':
    case 'resumed':
      record.paused(event.kind === 'paused');
      return event;
  }
}

interface PacedWriter {
  /** Requests within one interval share a write. */
  request(): void;
  /** Nothing is left to write when it resolves. */
  flush(): Promise<void>;
}

/** Share of the time that writing may take; long records are written less often. */
const MOST_SHARE = 0.1;

/** `write` must not reject; it never runs twice at a time. */
export function createPacedWriter(write: () => Promise<void>, intervalMs: number): PacedWriter {
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  let lastMs = 0;
  const writeNext = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    underWay = underWay.then(async () => {
      const startedAt = performance.now();
      await write();
      lastMs = performance.now() - startedAt;
    });
    return underWay;
  };
  return {
    request() {
      timer ??= setTimeout(writeNext, Math.max(intervalMs, lastMs / MOST_SHARE)).unref();
    },
    flush: writeNext,
  };
}
