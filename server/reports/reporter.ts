import type { RunWatcher } from '../runs/record/run-watcher.ts';

/** The destination of a report: a stream of the process, or a path. */
export interface ReportOutput {
  /** Text as it is to stand there; the report ends its own lines. */
  write(text: string): void;
  /** Adds a file to a report that is a folder or an archive of them. */
  add(name: string, bytes: Uint8Array): void;
  /** Tells whoever asked for the report what is not in it, in a sentence. */
  warn(sentence: string): void;
  /** Takes Markdown for the page that a build server shows of the build; undefined where there is none. */
  summarize: ((markdown: string) => void) | undefined;
  /** Whether ANSI colours are wanted. */
  colors: boolean;
  /** Folder that short paths for people start from. */
  directory: string;
  /** Folder that build servers name the files of a checkout from. */
  checkout: string;
}

/**
 * A report format. Live ones write as news comes (`progress`), the others from the finished run and its messages.
 * Those for people give way to standard error when one for programs takes standard output.
 */
export interface Reporter {
  /** One line for getReportFormats and docs/REPORTS.md. */
  summary: string;
  /** Name on the page; reports without one are not offered there. */
  title?: string;
  /** CI scripts can make it, and keep it as a file of the build. */
  isForCI?: true;
  audience: 'people' | 'programs';
  /** Name of the report's file or folder. */
  fileName: string;
  /** The report is a folder of files. Handed out as one file it is a zip archive of them. */
  isFolder?: true;
  /** The report is one archive of the files that it adds. */
  isArchive?: true;
  start(output: ReportOutput): RunWatcher;
}
