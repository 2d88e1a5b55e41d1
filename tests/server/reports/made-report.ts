import type { ReporterName } from '../../../server/reports/index.ts';
import { makeReport } from '../../../server/reports/make-report.ts';
import type { FinishedRun } from '../../../server/runs/record/run-watcher.ts';
import { wentThrough } from '../../support/run-report/doors.ts';

/** A folder of a run in a project, as reports name files from it. */
export const RUN_FOLDER = '/work/demo/.steploom/runs/r1';

/** A report as text. */
export async function textOf(
  format: ReporterName,
  { folder = RUN_FOLDER, ...finished }: Omit<FinishedRun, 'folder'> & { folder?: string },
): Promise<string> {
  const { content } = await makeReport(format, { ...finished, folder });
  wentThrough('report', format, finished.run.state === 'passed' ? 'good' : 'bad');
  return Buffer.from(content).toString();
}
