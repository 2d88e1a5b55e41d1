import type { RunWatcher } from '../runs/run-watcher.ts';

/** Where a report goes: a stream of the process, or a path. */
export interface ReportOutput {
  /** Text as it is to stand there; the report ends its own lines. */
  write(text: string): void;
  /** Whether ANSI colours are wanted. */
  colors: boolean;
  /** Absolute path that was given; a format of several files makes a folder of it and writes no text. */
  path: string | undefined;
  /** Folder that short paths in the text start from. */
  directory: string;
}

/**
 * A report format. Live ones write as news comes (`progress`), the others from the finished run and its messages.
 * Those for people give way to standard error when one for programs takes standard output.
 */
export interface Reporter {
  /** One line for the help. */
  summary: string;
  audience: 'people' | 'programs';
  /** What the report is called as a file. */
  fileName: string;
  start(output: ReportOutput): RunWatcher;
}
