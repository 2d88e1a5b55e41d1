import type { Command } from 'commander';
import { collect } from './cli.ts';

export interface SelectionOptions {
  project?: string;
  version?: string;
  suite?: string[];
  tags?: string;
  grep?: string;
  lastFailed?: boolean;
  changed?: string | true;
}

export interface ShardOptions {
  shard?: string;
  timings?: string | true;
}

export const withSelectionOptions = (command: Command): Command =>
  command
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('--suite <name>', 'run what is in a suite, by code or name; repeatable', collect)
    .option('-t, --tags <expression>', 'only tests and scenarios with these tags, e.g. "@smoke and not @slow"')
    .option(
      '-g, --grep <pattern>',
      'only those whose full title matches a regular expression: module › test, feature › scenario',
    )
    .option('--last-failed', 'only those that failed the last time they ran')
    .option(
      '--changed [since]',
      'only those that differ from a commit or branch, or perform tests that do (default: from HEAD)',
    );

export const withShardOptions = (command: Command): Command =>
  command
    .option('--shard <i/n>', 'only part i of n, for one of several machines')
    .option(
      '--timings [file]',
      'parts that take about the same time: by the times in a file that steploom list --slow --json wrote, or by the stored runs',
    );
