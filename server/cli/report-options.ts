import { Option } from 'commander';
import { reporters } from '../reports/index.ts';
import { NOT_IMPLEMENTED_AS, type NotImplementedAs } from '../reports/not-implemented.ts';

/** What commands that make reports are told about them. */
export interface ReportOptions {
  reporter?: string[];
  notImplementedAs?: NotImplementedAs;
}

const collect = (value: string, list: string[] = []): string[] => [...list, value];

export const reporterOption = (): Option =>
  new Option(
    '-r, --reporter <name[=path]>',
    `${Object.keys(reporters).join(', ')}; repeatable (default: pretty)`,
  ).argParser(collect);

export const notImplementedOption = (): Option =>
  new Option('--not-implemented-as <status>', 'how reports show steps that nothing implements').choices(
    NOT_IMPLEMENTED_AS,
  );
