import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { RunId } from '../../model/names/codes.ts';
import { REPORT_FORMATS, type ReporterName, reporters } from '../reports/index.ts';
import { type MadeReport, makeReport } from '../reports/make-report.ts';
import { NOT_IMPLEMENTED_AS } from '../reports/not-implemented.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { REPLY_BYTES, takeFitting } from './define/paging.ts';
import { FinishedRunId, finishedRun } from './runs/run-results.ts';

const defineTool = toolsOf('runs');

const Format = z.enum(REPORT_FORMATS);
const MOST_LEFT_OUT_BYTES = 2_000;

export const getReportFormats = defineTool({
  name: 'getReportFormats',
  scope: 'read',
  title: 'List report formats',
  summary: 'List the formats that getReport makes.',
  output: z.strictObject({
    formats: z.array(
      z.strictObject({
        format: Format,
        summary: z.string(),
        fileName: z.string(),
        title: z.string().optional().describe('Name in the IDE, where it is offered there'),
      }),
    ),
  }),
  run: () => ({
    formats: REPORT_FORMATS.map(format => {
      const { summary, fileName, title } = reporters[format];
      return { format, summary, fileName, title };
    }),
  }),
});

export const getReport = defineTool({
  name: 'getReport',
  scope: 'read',
  title: 'Get a report',
  summary:
    'Get the report of a run that has ended, in a format that people or other programs take. A long one is kept with the run and answered with its url.',
  input: {
    runId: FinishedRunId,
    format: Format.describe('What each is: getReportFormats'),
    as: z.enum(['text', 'file']).optional().describe('Default: text when it is short, else file'),
    notImplementedAs: z
      .enum(NOT_IMPLEMENTED_AS)
      .optional()
      .describe('Status of steps that nothing implements. Default: undefined'),
  },
  output: z.strictObject({
    runId: RunId,
    format: Format,
    fileName: z.string(),
    report: z.string().optional(),
    path: z.string().optional().describe('On the machine of the service'),
    url: z.string().optional().describe('Needs the token, as every address of the service'),
    warnings: z.array(z.string()).optional().describe('Pictures that the report leaves out, and why'),
  }),
  errors: ['not-found', 'no-run', 'run-in-progress', 'damaged-file'],
  examples: [{ format: 'pretty' }, { runId: 'r1', format: 'cucumber' }],
  async run({ runId: named, format, as, notImplementedAs }, context) {
    refuseArchiveAsText(format, as);
    const finished = await finishedRun(named, context);
    const { runId } = finished.run;
    const report = await makeReport(format, finished, notImplementedAs);
    const { fileName, content, leftOut } = report;
    const warnings = leftOut.length === 0 ? {} : { warnings: takeFitting(leftOut, MOST_LEFT_OUT_BYTES) };
    const isShort = typeof content === 'string' && Buffer.byteLength(content) <= REPLY_BYTES;
    if (typeof content === 'string' && (as === 'text' || (as === undefined && isShort)))
      return { runId, format, fileName, report: content, ...warnings };
    return { runId, format, fileName, ...(await keep(context, runId, report)), ...warnings };
  },
});

function refuseArchiveAsText(format: ReporterName, as: 'text' | 'file' | undefined): void {
  const { isFolder, isArchive } = reporters[format];
  if (!(isFolder || isArchive) || as !== 'text') return;
  throw new AppError('invalid-params', `A report as ${format} is an archive of files, not a text; use as: "file".`, {
    field: 'as',
    expected: 'file',
  });
}

async function keep({ project }: ToolContext<'runs' | 'url'>, runId: RunId, { fileName, content }: MadeReport) {
  const { runs, url, projectId } = project;
  const file = `reports/${fileName}`;
  await runs.keepFile(runId, file, Buffer.from(content));
  return {
    path: runs.path(runId, file),
    ...(url === undefined ? {} : { url: `${url}/api/runs/${runId}/${file}?projectId=${projectId}` }),
  };
}
