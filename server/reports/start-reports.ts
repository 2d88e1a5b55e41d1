import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { AppError } from '../../model/protocol/errors.ts';
import { nearest } from '../../model/protocol/nearest.ts';
import type { RunWatcher } from '../runs/run-watcher.ts';
import { systemCode } from '../store/files/file-system.ts';
import { isReporterName, type ReporterName, reporters } from './index.ts';
import type { ReportOutput } from './reporter.ts';
import { wantsColors } from './wants-colors.ts';

/** A stream of the process. */
export interface ReportStream {
  write(text: string): void;
  isTTY: boolean;
}

interface ReportsRequest {
  /** What was asked for, each `name` or `name=path`. */
  wanted: readonly string[];
  stdout: ReportStream;
  stderr: ReportStream;
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}

/** The reports of a run, to be told of it as one. */
export interface Reports extends RunWatcher {
  /** Writes the files. Errors: `disk-full`, `read-only`. */
  close(): Promise<void>;
}

interface WantedReport {
  name: ReporterName;
  path: string | undefined;
}

/** Starts the reports that were asked for. Errors: `invalid-params` (unknown name, two at one place). */
export function startReports(request: ReportsRequest): Reports {
  const wanted = request.wanted.map(text => readWanted(text, request.directory));
  refuseSharedPlaces(wanted);
  const files = new Map<string, string[]>();
  const watchers = wanted.map(report => reporters[report.name].start(outputOf(report, wanted, request, files)));
  return {
    progress(news) {
      for (const watcher of watchers) watcher.progress?.(news);
    },
    async finished(finished) {
      for (const watcher of watchers) await watcher.finished(finished);
    },
    async close() {
      for (const [path, texts] of files) await writeReport(path, texts.join(''), request.directory);
    },
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
  return { name, path: at < 0 ? undefined : resolve(directory, path) };
}

const isForPrograms = ({ name }: WantedReport): boolean => reporters[name].audience === 'programs';

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
  files: Map<string, string[]>,
): ReportOutput {
  const { path } = report;
  if (path !== undefined) {
    const texts: string[] = [];
    const write = (text: string) => {
      texts.push(text);
      files.set(path, texts);
    };
    return { write, colors: false, path, directory };
  }
  const givesWay = !isForPrograms(report) && wanted.some(other => other.path === undefined && isForPrograms(other));
  const stream = givesWay ? stderr : stdout;
  const colors = wantsColors({ environment, isTTY: stream.isTTY });
  return { write: text => stream.write(text), colors, path, directory };
}

async function writeReport(path: string, text: string, directory: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (cause) {
    const reason = systemCode(cause) ?? String(cause);
    const message = `The report ${relative(directory, path) || path} cannot be written (${reason}).`;
    throw new AppError(reason === 'ENOSPC' ? 'disk-full' : 'read-only', message, { field: '--reporter', cause });
  }
}
