import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';

const Port = z.coerce.number().int().min(0).max(65_535);

/** Errors: `invalid-params`. */
export function readPort(text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  const port = Port.safeParse(text);
  if (port.success) return port.data;
  throw new AppError('invalid-params', `--port takes a number from 0 to 65535, not "${text}".`);
}
