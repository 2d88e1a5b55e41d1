import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { type Redactor, redactDeep } from '../../../model/values/redactor.ts';

interface LogOptions {
  level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  redact?: Redactor;
  /** Default: standard error, so that standard output stays for results. */
  to?: DestinationStream;
}

const STANDARD_ERROR = 2;

/** Callers log neither headers nor bodies. */
export function createLog({
  level,
  redact,
  to = destination({ dest: STANDARD_ERROR, sync: true }),
}: LogOptions): Logger {
  const masked = redact === undefined ? to : { write: (line: string) => to.write(maskLine(line, redact)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, masked);
}

/** Keys and the level stay as they are, whatever is secret, for programs that read the log. */
function maskLine(line: string, redact: Redactor): string {
  if (redact(line) === line) return line;
  const { level, time, ...facts }: Record<string, unknown> = JSON.parse(line);
  return `${JSON.stringify({ level, time, ...Object(redactDeep(facts, redact)) })}\n`;
}
