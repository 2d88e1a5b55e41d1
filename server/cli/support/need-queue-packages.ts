import { createRequire } from 'node:module';
import { AppError } from '../../../model/errors/errors.ts';

/** Only runs by a queue need these packages, so that others need not install them. */
const PACKAGES = { bullmq: 6, ioredis: 5 };

/** Must be called before anything of the queue is loaded. Errors: `queue-failed`. */
export function needQueuePackages(): void {
  const { resolve } = createRequire(import.meta.url);
  const missing = Object.entries(PACKAGES).filter(([name]) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(' and ');
  throw new AppError('queue-failed', `A queue needs ${names}, which Steploom does not bring along.`, {
    field: '--queue',
    next: `npm install ${missing.map(([name, release]) => `${name}@${release}`).join(' ')}`,
  });
}
