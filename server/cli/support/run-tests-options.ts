import type { ReportOptions } from './report-options.ts';
import type { RunHowOptions } from './run-how.ts';
import type { SelectionOptions, ShardOptions } from './selection-options.ts';

export interface RunTestsOptions extends ReportOptions, RunHowOptions, SelectionOptions, ShardOptions {
  env?: string;
  role?: string;
  param?: string[];
  headed?: boolean;
  connect?: string;
  updateScreenshots?: boolean;
  repair: boolean;
  keepRunning?: boolean;
  allowNotImplemented?: boolean;
  publish?: boolean;
  planKey?: string;
  fixVersion?: string;
  queue?: string;
  queuePasswordFile?: string;
  priority?: 'high' | 'normal' | 'low';
  resume?: string;
  dryRun?: boolean;
  json?: boolean;
  watch?: boolean;
}
