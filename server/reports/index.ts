/** The registry of report formats. A format knows runs and messages, not tools, stores or browsers. */
import { cucumber } from './cucumber.ts';
import { messages } from './messages.ts';
import { pretty } from './pretty.ts';
import type { Reporter } from './reporter.ts';

export const reporters = { pretty, messages, cucumber } satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const isReporterName = (name: string): name is ReporterName => Object.hasOwn(reporters, name);
