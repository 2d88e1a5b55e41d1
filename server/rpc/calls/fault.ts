import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError, ERRORS, type ErrorKind } from '../../../model/errors/errors.ts';

export interface Fault {
  kind: ErrorKind;
  httpStatus: number;
  code: number;
  message: string;
  data: Readonly<Record<string, unknown>>;
}

interface FaultOptions {
  log: Logger;
}

/** The log gets all of it, the caller a number to ask for. */
function internalError(error: unknown, log: Logger): AppError {
  const correlationId = randomUUID();
  log.error({ err: error, correlationId }, 'unforeseen error');
  return new AppError('internal', `This is an error in Steploom; its log has details under ${correlationId}.`, {
    facts: { correlationId },
  });
}

/** Errors of tools come masked. */
export function faultOf(error: unknown, { log }: FaultOptions): Fault {
  const known = error instanceof AppError && error.kind !== 'internal' ? error : internalError(error, log);
  const { field, expected, next, facts } = known.detail;
  const { code, httpStatus } = ERRORS[known.kind];
  const data = Object.entries({ ...facts, field, expected, next }).filter(([, value]) => value !== undefined);
  return {
    kind: known.kind,
    httpStatus,
    code,
    message: known.message,
    data: { reason: known.kind, ...Object.fromEntries(data) },
  };
}
