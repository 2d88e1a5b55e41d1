import type { FinishedRun } from '../runs/run-watcher.ts';
import { type ReporterName, reporters } from './index.ts';

/** Makes a report of a run that has ended, as text without colours. */
export async function makeReport(format: ReporterName, finished: FinishedRun): Promise<string> {
  const texts: string[] = [];
  const output = { write: (text: string) => texts.push(text), colors: false, path: undefined };
  await reporters[format].start({ ...output, directory: finished.folder }).finished(finished);
  return texts.join('');
}
