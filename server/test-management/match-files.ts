import { isAppError } from '../../model/errors/errors.ts';
import type { ParseFault } from '../../model/feature/feature.ts';
import type { IncomingFile } from '../../model/feature/feature-files.ts';
import { fitsWildcard } from '../../model/values/wildcard.ts';
import { type ReadFeature, readFeatures } from '../feature-sync/read-features.ts';
import { featureFile } from '../store/edits/stored.ts';
import { decodeText, isFeatureText } from './archive/decode-text.ts';
import { isArchive } from './archive/is-archive.ts';
import { readArchive, type Unpacked } from './archive/read-archive.ts';
import { beginningOf } from './explain-answer.ts';
import type { Parcel } from './ports.ts';
import { stageFailure } from './stage-failure.ts';
import type { Talk } from './talk.ts';

const SHOWN_NAMES = 10;
const SHOWN_FAULTS = 3;

export const matchesFile = (file: string, matchFile: string): boolean =>
  fitsWildcard(matchFile, file.slice(file.lastIndexOf('/') + 1), { one: '?' });

/** Unpacks only the files that match. Errors: `feature-server-failed`. */
export async function unpack(
  parcel: Parcel,
  matchFile: string,
  talk: Pick<Talk, 'signal' | 'mask'>,
): Promise<Unpacked> {
  const isWanted = (file: string) => matchesFile(file, matchFile);
  if (parcel.kind === 'files') {
    const files = parcel.files.filter(({ file }) => isWanted(file));
    const others = parcel.files.filter(({ file }) => !isWanted(file)).map(({ file }) => file);
    return { files, refused: (parcel.refused ?? []).filter(({ file }) => isWanted(file)), others };
  }
  const { bytes, fileName: file, status } = parcel;
  if (isArchive(bytes))
    return await readArchive(bytes, { isWanted, signal: talk.signal }).catch((error: unknown) =>
      Promise.reject(isAppError(error) ? stageFailure('unpack', error.message) : error),
    );
  const text = decodeText(bytes);
  if (text !== undefined && (await isFeatureText(text))) return { files: [{ file, bytes }], refused: [], others: [] };
  const begins = beginningOf({ contentType: parcel.contentType, body: bytes }, text => talk.mask(text));
  throw stageFailure(
    'unpack',
    `The answer ${status} is neither a zip archive nor a feature file. Check the file list URL: it may lead to a sign-in page or an error. ${begins}`,
    { status },
  );
}

/** Errors: `feature-server-failed` where nothing matches, naming what there is. */
export function requireMatches({ files, refused, others }: Unpacked, matchFile: string): IncomingFile[] {
  if (files.length + refused.length > 0) return [...files.map(({ file, bytes }) => asText(file, bytes)), ...refused];
  if (others.length === 0)
    throw stageFailure(
      'match',
      'There are no files at all. Check the filter: does it select tests of the type Cucumber?',
    );
  const shown = others
    .slice(0, SHOWN_NAMES)
    .map(name => JSON.stringify(name.slice(0, 200)))
    .join(', ');
  const more = others.length > SHOWN_NAMES ? ` and ${others.length - SHOWN_NAMES} more` : '';
  throw stageFailure(
    'match',
    `None of the files matches "${matchFile}": ${shown}${more}. Change matchFile with configureFeatureServer.`,
    { fields: ['matchFile'] },
  );
}

/** Undefined where at least one file can be read as a feature. */
export async function unreadableFault(files: readonly IncomingFile[]): Promise<string | undefined> {
  const texts = files.flatMap(each => (each.fault === undefined ? featureFile(each.file, each.text) : []));
  // Usually the first one can be read, and the others need not be parsed.
  const first = await readFeatures(texts.slice(0, 1));
  const read = first.some(isReadable) ? first : [...first, ...(await readFeatures(texts.slice(1)))];
  if (read.some(isReadable)) return undefined;
  const faults = new Map(read.map(({ source, parsed }) => [source.file, shownFault(parsed.faults)]));
  const shown = files
    .slice(0, SHOWN_FAULTS)
    .map(({ file, fault }) => `${JSON.stringify(file)}: ${fault ?? faults.get(file)}`);
  const none = files.length === 1 ? 'The only file cannot' : `None of the ${files.length} files can`;
  return `${none} be read as a feature. ${shown.join(' ')}`;
}

const isReadable = ({ parsed }: ReadFeature): boolean => parsed.feature !== undefined;

function shownFault([fault]: readonly ParseFault[] = []): string {
  const place = fault?.line === undefined ? '' : `Line ${fault.line}: `;
  return `${place}${fault?.message ?? 'The file cannot be read.'}`;
}

export function asText(file: string, bytes: Buffer): IncomingFile {
  const text = decodeText(bytes);
  return text === undefined ? { file, fault: 'The file is neither UTF-8 nor UTF-16 text.' } : { file, text };
}
