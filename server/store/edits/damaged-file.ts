import { AppError } from '../../../model/errors/errors.ts';
import { VersionId } from '../../../model/names/codes.ts';
import { systemCode } from '../files/file-system.ts';
import { type CodeCounters, type CodeNumbers, numbersInText, raise } from './code-counters.ts';
import { STATE_FOLDER } from './stored.ts';

/** A file that cannot be taken as it is there; what was read of it before stays. */
export interface DamagedFile {
  path: string;
  /** One sentence that names file, place and reason. */
  reason: string;
  line?: number;
  /** The backup that is used in its place. */
  backup?: string;
  /** Highest numbers of codes in its name and text: they are not given again. */
  codes?: CodeNumbers;
  /** Whether nothing can be written meanwhile, not this file alone. */
  stopsAll?: boolean;
  /** The disk does not give it out: it may be whole, and be given out later without having changed. */
  isUnreadable?: boolean;
}

/** A file as damaged, with the reason of an error. */
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

/** Says how to fix the file; git holds all but those of the state folder. */
const howToMend = ({ path, backup }: DamagedFile): string => {
  const otherwise = path.startsWith(`${STATE_FOLDER}/`) ? 'remove it if it cannot be fixed' : 'restore it with git';
  const mended = `Fix the file, or ${otherwise}: it is read again by itself, without a restart.`;
  return backup === undefined ? mended : `${mended} To accept the backup: steploom restore ${path}`;
};

/** Why an edit of a damaged file, or of anything, is refused. */
export function refusalOf(damage: DamagedFile): AppError {
  const { path, reason, line, stopsAll } = damage;
  const what = stopsAll ? 'The project is' : `${path} is`;
  const facts = { file: path, line };
  return new AppError('read-only', `${what} read-only until this is fixed: ${reason}`, {
    facts,
    next: howToMend(damage),
  });
}

/** One sentence for people on the damage and what is used instead. */
export const describeDamage = ({ reason, backup }: DamagedFile): string =>
  backup === undefined ? reason : `${reason} The backup ${backup} is used instead.`;

/** Counters raised to the codes that are in damaged files. */
export function countDamaged(counters: CodeCounters, damaged: Iterable<DamagedFile>): CodeCounters {
  let result = counters;
  for (const { path, codes = {} } of damaged) {
    const versionId = VersionId.safeParse(path.split('/')[1]);
    if (versionId.success) result = raise(result, versionId.data, codes);
  }
  return result;
}
