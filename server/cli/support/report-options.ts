import { Option } from 'commander';
import { reporters } from '../../reports/index.ts';
import { NOT_IMPLEMENTED_AS, type NotImplementedAs } from '../../reports/not-implemented.ts';
import { type Reports, startReports } from '../../reports/start-reports.ts';
import { type Cli, collect } from './cli.ts';

export interface ReportOptions {
  reporter?: string[];
  notImplementedAs?: NotImplementedAs;
}

export const reporterOption = (): Option =>
  new Option(
    '-r, --reporter <name[=path]>',
    `${Object.keys(reporters).join(', ')}; repeatable (default: pretty)`,
  ).argParser(collect);

export const notImplementedOption = (): Option =>
  new Option('--not-implemented-as <status>', 'how reports show steps that are not implemented').choices(
    NOT_IMPLEMENTED_AS,
  );

/** Errors: `invalid-params`, also for a report that cannot be written. */
export async function reportsOf(
  cli: Cli,
  { reporter = ['pretty'], notImplementedAs }: ReportOptions,
): Promise<Reports> {
  const reports = startReports({
    wanted: reporter,
    notImplementedAs,
    stdout: cli.stdout,
    stderr: cli.stderr,
    environment: cli.environment,
    directory: cli.directory,
    signal: cli.signal,
  });
  await reports.check();
  return reports;
}
