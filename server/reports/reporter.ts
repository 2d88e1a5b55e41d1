import type { RunWatcher } from '../runs/record/run-watcher.ts';

export interface ReportOutput {
  /** The report ends its own lines. */
  write(text: string): void;
  add(name: string, bytes: Uint8Array): void;
  warn(sentence: string): void;
  /** Takes Markdown for the page that a build server shows; undefined where there is none. */
  summarize: ((markdown: string) => void) | undefined;
  colors: boolean;
  /** Short paths for people start from it. */
  directory: string;
  /** Build servers name the files of a checkout from it. */
  checkout: string;
}

/** Reports for people give way to standard error when one for programs takes standard output. */
export interface Reporter {
  /** One line for getReportFormats and docs/REPORTS.md. */
  summary: string;
  /** Reports without one are not offered on the page. */
  title?: string;
  isForCI?: true;
  audience: 'people' | 'programs';
  fileName: string;
  /** Handed out as one file it is a zip archive. */
  isFolder?: true;
  isArchive?: true;
  start(output: ReportOutput): RunWatcher;
}
