import { AppError } from '../../errors/errors.ts';
import type { Usage } from '../references.ts';

const SHOWN = 5;

/** Refuses to delete what others use. Errors: `in-use`, naming the places. */
export function refuseWhileUsed(what: string, usages: readonly Usage[]): void {
  if (usages.length === 0) return;
  const places = usages.slice(0, SHOWN).map(usage => `${usage.place} uses ${usage.testCode}`);
  const more = usages.length > SHOWN ? `, and ${usages.length - SHOWN} more places` : '';
  throw new AppError(
    'in-use',
    `${what} is in use: ${places.join(', ')}${more}. "force": true deletes it all the same.`,
    {
      field: 'force',
      facts: { places: usages.map(usage => usage.place), uses: usages.map(usage => usage.by) },
    },
  );
}
