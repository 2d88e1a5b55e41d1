import { z } from 'zod';
import { RunId } from '../../model/project/codes.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { isFinal } from '../../model/run/state.ts';
import { isReporterName, reporters } from '../reports/index.ts';
import { makeReport } from '../reports/make-report.ts';
import { defineTool } from './define-tool.ts';
import { REPLY_BYTES } from './shared/reply-size.ts';

const FORMATS = Object.keys(reporters).filter(isReporterName);

export const getReport = defineTool({
  name: 'getReport',
  group: 'runs',
  scope: 'read',
  title: 'Get a report',
  summary:
    'Get the report of a run that has ended, in a format that people or other programs take. A long one is kept with the run and answered with its url.',
  input: {
    runId: RunId.describe('e.g. r128'),
    format: z.enum(FORMATS).describe('cucumber: Cucumber JSON; messages: NDJSON; pretty: text for people'),
    as: z.enum(['text', 'file']).optional().describe('Default: text when it is short, else file'),
  },
  output: z.strictObject({
    format: z.enum(FORMATS),
    fileName: z.string(),
    report: z.string().optional(),
    path: z.string().optional().describe('On the machine of the service'),
    url: z.string().optional().describe('Needs the token, as every address of the service'),
  }),
  errors: ['not-found', 'run-in-progress', 'damaged-file'],
  examples: [{ runId: 'r1', format: 'cucumber' }],
  async run({ runId, format, as }, { project, bridge }) {
    const { runs, url, projectId } = project;
    const run = await runs.read(runId);
    const { runId: last, state: now } = bridge.status(projectId);
    const state = last === runId ? now : run.state;
    if (!isFinal(state))
      throw new AppError('run-in-progress', `Run ${runId} is ${state}; its reports are made when it has ended.`, {
        next: 'getTestStatus',
        facts: { state },
      });
    const messages = await runs.readMessages(runId);
    const report = await makeReport(format, { run, messages, folder: runs.path(runId) });
    const { fileName } = reporters[format];
    const isShort = Buffer.byteLength(report) <= REPLY_BYTES;
    if (as === 'text' || (as === undefined && isShort)) return { format, fileName, report };
    const file = `reports/${fileName}`;
    await runs.keepFile(runId, file, Buffer.from(report));
    return {
      format,
      fileName,
      path: runs.path(runId, file),
      ...(url === undefined ? {} : { url: `${url}/api/runs/${runId}/${file}?projectId=${projectId}` }),
    };
  },
});
