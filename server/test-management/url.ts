import { webAddress } from '../../model/project/feature-server.ts';
import { ARCHIVE_LIMITS } from './archive/check-entry.ts';
import { decodeText, isFeatureText } from './archive/decode-text.ts';
import { isArchive } from './archive/is-archive.ts';
import type { RawFile } from './archive/read-archive.ts';
import { exportSource, fileNameOf } from './export-source.ts';
import { importSink } from './import-sink.ts';
import {
  type ConnectionSettings,
  type FeatureFetcher,
  type FeatureService,
  type Parcel,
  requireUrl,
  type ServerSignIn,
} from './ports.ts';
import { authorised } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';
import type { Talk } from './talk.ts';
import { ownSignIn } from './xray-server.ts';

/** Any address: an archive, one feature, or a list of addresses of features (JSON, or one on each line). */
export const url: FeatureService = {
  addresses: () => ({}),
  signIn: ownSignIn,
  source: urlSource,
  sink: ({ importUrl }) => importSink(importUrl),
};

function urlSource(settings: ConnectionSettings): FeatureFetcher {
  const first = requireUrl(settings);
  return {
    async fetch(talk, signIn) {
      const parcel = await exportSource(first).fetch(talk, signIn);
      const addresses = await listedIn(parcel, first);
      return addresses === undefined
        ? parcel
        : { kind: 'files', files: await fetchAll(addresses, { talk, signIn, first }) };
    },
  };
}

/** Undefined where the answer is not a list of addresses. */
async function listedIn(parcel: Parcel, base: URL): Promise<URL[] | undefined> {
  if (parcel.kind === 'files' || isArchive(parcel.bytes)) return undefined;
  const text = decodeText(parcel.bytes)?.replace(/^\uFEFF/, '');
  if (text === undefined || (await isFeatureText(text))) return undefined;
  const texts = textsOf(text.trim());
  if (texts === undefined || texts.length === 0) return undefined;
  const addresses = texts.map(each => addressOf(each, base));
  return addresses.every(address => address !== undefined) ? addresses : undefined;
}

function textsOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return text.split(/\s*[\r\n]+\s*/);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(each => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Takes absolute addresses, and paths relative to the list. */
function addressOf(text: string, base: URL): URL | undefined {
  if (/^https?:/i.test(text)) return webAddress(text);
  return /^[^\s<>"{}]+\.\w+(\?\S*)?$/.test(text) && URL.canParse(text, base.href)
    ? webAddress(new URL(text, base).href)
    : undefined;
}

interface Fetching {
  talk: Talk;
  signIn: ServerSignIn;
  first: URL;
}

async function fetchAll(addresses: readonly URL[], fetching: Fetching): Promise<RawFile[]> {
  const { entries, totalBytes } = ARCHIVE_LIMITS;
  if (addresses.length > entries)
    throw stageFailure('fetch', `The list has ${addresses.length} addresses, more than ${entries}. Shorten it.`);
  const names = addresses.map(fileNameOf);
  const areUnique = new Set(names.map(name => name.toLowerCase())).size === names.length;
  const files: RawFile[] = [];
  let total = 0;
  for (const [index, address] of addresses.entries()) {
    const bytes = await fetchOne(address, fetching);
    total += bytes.length;
    if (total > totalBytes)
      throw stageFailure(
        'fetch',
        `The listed files are larger than ${totalBytes / 1_000_000} MB in all. Shorten the list.`,
      );
    const name = names[index] ?? '';
    files.push({ file: areUnique ? name : `${index + 1}_${name}`, bytes });
  }
  return files;
}

/** Addresses on other hosts get no credentials. */
async function fetchOne(address: URL, { talk, signIn, first }: Fetching): Promise<Buffer> {
  const isOwn = address.origin === first.origin;
  const { answer, isOk, refusal } = await authorised(talk, signIn, credentials =>
    talk.ask(
      { method: 'GET', url: address, headers: { accept: '*/*' }, ...(isOwn ? { credentials } : {}) },
      { stage: 'fetch', mostBytes: ARCHIVE_LIMITS.entryBytes, onlyPublic: !isOwn && talk.isPublic },
    ),
  );
  if (!isOk || answer.body.length === 0) throw refusal();
  return answer.body;
}
