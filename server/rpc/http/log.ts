import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Redactor } from '../../../model/values/redactor.ts';

interface LogOptions {
  level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Masks secrets in every line. */
  redact?: Redactor;
  /** Default: standard error, so that standard output stays for results. */
  to?: DestinationStream;
}

const STANDARD_ERROR = 2;

/** Lines of JSON. Callers log neither headers nor bodies. */
export function createLog({
  level,
  redact,
  to = destination({ dest: STANDARD_ERROR, sync: true }),
}: LogOptions): Logger {
  const masked = redact === undefined ? to : { write: (line: string) => to.write(redact(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, masked);
}
