import type { FinishedRun } from '../runs/record/run-watcher.ts';
import { type ReporterName, reporters } from './index.ts';
import { type NotImplementedAs, showNotImplementedAs } from './not-implemented.ts';
import type { Reporter } from './reporter.ts';
import { projectFolder } from './source-path.ts';

export interface MadeReport {
  fileName: string;
  content: string | Uint8Array;
  leftOut: readonly string[];
}

export async function makeReport(
  format: ReporterName,
  finished: FinishedRun,
  notImplementedAs?: NotImplementedAs,
): Promise<MadeReport> {
  const reporter: Reporter = reporters[format];
  const texts: string[] = [];
  const files: Record<string, Uint8Array> = {};
  const leftOut: string[] = [];
  const watcher = reporter.start({
    write: text => texts.push(text),
    add: (name, bytes) => {
      files[name] = bytes;
    },
    warn: sentence => leftOut.push(sentence),
    summarize: undefined,
    colors: false,
    directory: finished.folder,
    checkout: projectFolder(finished.folder),
  });
  const messages = await showNotImplementedAs(finished.messages, notImplementedAs);
  await watcher.finished({ ...finished, messages });
  const { fileName, isFolder, isArchive } = reporter;
  if (!isFolder && !isArchive) return { fileName, content: texts.join(''), leftOut };
  const { zipSync } = await import('fflate');
  const content = zipSync(files, { mtime: finished.run.startedAt });
  return { fileName: isArchive ? fileName : `${fileName}.zip`, content, leftOut };
}
