import { AppError } from '../../../model/errors/errors.ts';
import { VersionId } from '../../../model/names/codes.ts';
import { systemCode } from '../files/file-system.ts';
import { type CodeCounters, type CodeNumbers, numbersInText, raise } from './code-counters.ts';
import { STATE_FOLDER } from './stored.ts';

/** What was read of the file before stays in use. */
export interface DamagedFile {
  path: string;
  /** One sentence that names file, place and reason. */
  reason: string;
  line?: number;
  backup?: string;
  /** Highest code numbers in its path and text: they are not given again. */
  codes?: CodeNumbers;
  /** Whether nothing of the project can be written meanwhile. */
  stopsAll?: boolean;
  /** The disk does not give it out: it may be whole, and become readable without having changed. */
  isUnreadable?: boolean;
}

export function damageOf(path: string, { message, detail }: AppError, text = ''): DamagedFile {
  const line = detail.facts?.line;
  return {
    path,
    reason: message,
    ...(typeof line === 'number' ? { line } : {}),
    codes: numbersInText(`${path}\n${text}`),
    ...(systemCode(detail.cause) === undefined ? {} : { isUnreadable: true }),
  };
}

/** Git has no copy of the state folder. */
const howToMend = ({ path, backup }: DamagedFile): string => {
  const otherwise = path.startsWith(`${STATE_FOLDER}/`) ? 'remove it if it cannot be fixed' : 'restore it with git';
  const mended = `Fix the file, or ${otherwise}: it is read again by itself, without a restart.`;
  return backup === undefined ? mended : `${mended} To accept the backup: steploom restore ${path}`;
};

export function refusalOf(damage: DamagedFile): AppError {
  const { path, reason, line, stopsAll } = damage;
  const what = stopsAll ? 'The project is' : `${path} is`;
  const facts = { file: path, line };
  return new AppError('read-only', `${what} read-only until this is fixed: ${reason}`, {
    facts,
    next: howToMend(damage),
  });
}

export const describeDamage = ({ reason, backup }: DamagedFile): string =>
  backup === undefined ? reason : `${reason} The backup ${backup} is used instead.`;

export function countDamaged(counters: CodeCounters, damaged: Iterable<DamagedFile>): CodeCounters {
  let result = counters;
  for (const { path, codes = {} } of damaged) {
    const versionId = VersionId.safeParse(path.split('/')[1]);
    if (versionId.success) result = raise(result, versionId.data, codes);
  }
  return result;
}
