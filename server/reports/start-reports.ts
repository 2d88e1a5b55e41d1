import { resolve } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { nearest } from '../../model/errors/nearest.ts';
import type { RunWatcher } from '../runs/record/run-watcher.ts';
import { inPlanOrder } from './in-plan-order.ts';
import { isReporterName, type ReporterName, reporters } from './index.ts';
import { type NotImplementedAs, showNotImplementedAs } from './not-implemented.ts';
import { ReportFiles } from './report-files.ts';
import type { Reporter, ReportOutput } from './reporter.ts';

export interface ReportStream {
  write(text: string): unknown;
  isTTY?: boolean;
}

interface ReportsRequest {
  /** Each is `name` or `name=path`. */
  wanted: readonly string[];
  stdout: ReportStream;
  stderr: ReportStream;
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
  notImplementedAs?: NotImplementedAs | undefined;
  signal?: AbortSignal | undefined;
  pipeLimitMs?: number | undefined;
}

export interface Reports extends RunWatcher {
  /** Errors: `invalid-params`. */
  check(): Promise<void>;
  /** Errors: `disk-full`, `read-only`. */
  close(): Promise<void>;
}

interface WantedReport {
  name: ReporterName;
  path: string | undefined;
}

const reporterOf = ({ name }: WantedReport): Reporter => reporters[name];

/** Errors: `invalid-params` (unknown name, two at one place). */
export function startReports(request: ReportsRequest): Reports {
  const wanted = request.wanted.map(text => readWanted(text, request.directory));
  refuseSharedPlaces(wanted);
  const files = new ReportFiles(request);
  const watchers = wanted.map(report => reporterOf(report).start(outputOf(report, wanted, request, files)));
  const places = wanted.flatMap(report =>
    report.path === undefined ? [] : { path: report.path, isFolder: reporterOf(report).isFolder === true },
  );
  return {
    check: () => files.check(places),
    progress: inPlanOrder(event => {
      for (const watcher of watchers) watcher.progress?.(event);
    }),
    async finished(finished) {
      const messages = await showNotImplementedAs(finished.messages, request.notImplementedAs);
      for (const watcher of watchers) await watcher.finished({ ...finished, messages });
    },
    close: () => files.write(),
  };
}

function readWanted(text: string, directory: string): WantedReport {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const path = at < 0 ? '' : text.slice(at + 1);
  const names = Object.keys(reporters);
  if (!isReporterName(name)) {
    const close = nearest(name, names);
    const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
    const message = `There is no reporter "${name}".${hint} There are: ${names.join(', ')}.`;
    throw new AppError('invalid-params', message, { field: '--reporter', expected: names.join(', ') });
  }
  if (at >= 0 && path === '')
    throw new AppError('invalid-params', `The path after "${name}=" is missing.`, { field: '--reporter' });
  const { isFolder, isArchive, fileName }: Reporter = reporters[name];
  if (at < 0 && !isFolder && !isArchive) return { name, path: undefined };
  return { name, path: resolve(directory, at < 0 ? fileName : path) };
}

const isForPrograms = (report: WantedReport): boolean => reporterOf(report).audience === 'programs';

function refuseSharedPlaces(wanted: readonly WantedReport[]): void {
  const places = wanted.map(report => report.path ?? (isForPrograms(report) ? 'standard output' : 'the terminal'));
  const shared = places.find((place, index) => places.indexOf(place) !== index);
  if (shared === undefined) return;
  const message = `Two reporters would write to ${shared}. Give one a path of its own, e.g. messages=report.ndjson.`;
  throw new AppError('invalid-params', message, { field: '--reporter' });
}

function outputOf(
  report: WantedReport,
  wanted: readonly WantedReport[],
  { stdout, stderr, environment, directory }: ReportsRequest,
  files: ReportFiles,
): ReportOutput {
  const { name, path } = report;
  const { GITHUB_STEP_SUMMARY: summaryFile = '' } = environment;
  const shared = {
    warn: (sentence: string) => stderr.write(`${name}: ${sentence}\n`),
    summarize: summaryFile === '' ? undefined : (text: string) => files.append(resolve(directory, summaryFile), text),
    directory,
    checkout: checkoutOf(environment) ?? directory,
  };
  if (path !== undefined) {
    const { isArchive } = reporterOf(report);
    const add = (file: string, bytes: Uint8Array) =>
      isArchive ? files.pack(path, file, bytes) : files.add(resolve(path, file), bytes);
    return { ...shared, write: text => files.add(path, text), add, colors: false };
  }
  const givesWay = !isForPrograms(report) && wanted.some(other => other.path === undefined && isForPrograms(other));
  const stream = givesWay ? stderr : stdout;
  const colors = wantsColors({ environment, isTTY: stream.isTTY === true });
  return { ...shared, write: text => stream.write(text), add: () => {}, colors };
}

const checkoutOf = ({ GITHUB_WORKSPACE, CI_PROJECT_DIR, BUILD_SOURCESDIRECTORY }: ReportsRequest['environment']) =>
  [GITHUB_WORKSPACE, CI_PROJECT_DIR, BUILD_SOURCESDIRECTORY].find(folder => folder !== undefined && folder !== '');

interface Stream {
  environment: Readonly<Record<string, string | undefined>>;
  isTTY: boolean;
}

export function wantsColors({ environment, isTTY }: Stream): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}
