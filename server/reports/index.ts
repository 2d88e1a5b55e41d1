/** The registry of report formats. A format knows runs and messages, not tools, stores or browsers. */
import { allure } from './allure.ts';
import { blob } from './blob.ts';
import { cucumber } from './cucumber.ts';
import { github } from './github.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { messages } from './messages.ts';
import { pretty } from './pretty.ts';
import { progress } from './progress.ts';
import type { Reporter } from './reporter.ts';

/** Help, documents and the page list them in this order. */
export const reporters = {
  pretty,
  progress,
  junit,
  html,
  cucumber,
  messages,
  allure,
  github,
  blob,
} satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const isReporterName = (name: string): name is ReporterName => Object.hasOwn(reporters, name);

export const REPORT_FORMATS = Object.keys(reporters).filter(isReporterName);
