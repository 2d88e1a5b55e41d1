import { z } from 'zod';
import { AppError } from '../../../../model/errors/errors.ts';
import { originsOf } from '../../../../model/project/feature-server.ts';
import type { ArgumentsOf } from '../../../app/tool-replies.ts';
import {
  SECRET_FIELDS,
  SERVER_TYPES,
  type SecretField,
  type ServerType,
  STATUS_FIELDS,
  TEXT_FIELDS,
  type TextField,
} from '../../../parts/feature-server/field-labels.ts';
import { hasField } from './fields.ts';
import type { ServerSettings } from './reply.ts';

const text = z.string().default('');

/** As typed; a secret is left out while the stored one is kept. */
export const Draft = z.object({
  type: z.enum(SERVER_TYPES),
  fileListUrl: text,
  clientId: text,
  matchFile: text,
  authUrl: text,
  importUrl: text,
  keyPrefix: text,
  issueUrl: text,
  projectKey: text,
  testEnvironments: text,
  info: text,
  'statusMap.passed': text,
  'statusMap.failed': text,
  'statusMap.skipped': text,
  'statusMap.pending': text,
  'statusMap.undefined': text,
  token: z.string().optional(),
  clientSecret: z.string().optional(),
});
export type Draft = z.infer<typeof Draft>;

export function draftOf({ statusMap = {}, info, testEnvironments, ...texts }: ServerSettings): Draft {
  const words = Object.entries(statusMap).map(([status, word]) => [`statusMap.${status}`, word]);
  const has = (name: SecretField) => (texts[name]?.set === true ? undefined : '');
  return Draft.parse({
    ...texts,
    ...Object.fromEntries(words),
    testEnvironments: environmentLines(testEnvironments),
    info: info && JSON.stringify(info, undefined, 2),
    token: has('token'),
    clientSecret: has('clientSecret'),
  });
}

/** An address is no folder, so each returns only with its own kind. */
export function withType(draft: Draft, type: ServerType, saved: Draft): Draft {
  const isFolder = type === 'folder';
  const isAddress = /^https?:/i.test(draft.fileListUrl);
  const fits = isFolder ? !isAddress : isAddress || draft.type !== 'folder';
  if (fits) return { ...draft, type };
  return { ...draft, type, fileListUrl: isFolder === (saved.type === 'folder') ? saved.fileListUrl : '' };
}

/** Stored secrets replace typed ones. */
export const withoutSecrets = (draft: Draft, saved: Draft): Draft => ({
  ...draft,
  token: draft.token === '' ? '' : saved.token,
  clientSecret: draft.clientSecret === '' ? '' : saved.clientSecret,
});

/** Errors: `invalid-params`, for `info` and `testEnvironments`. */
export function changesOf(draft: Draft, saved: ServerSettings): ArgumentsOf<'configureFeatureServer'> {
  const { type } = draft;
  if (type === 'none') return saved.type === 'none' ? {} : { type };
  const base = draftOf(saved);
  const wanted = (field: TextField) => (hasField(type, field) ? draft[field].trim() : '');
  const changed = TEXT_FIELDS.filter(field => wanted(field) !== base[field]);
  const entries = changed.map(field =>
    isStatus(field) ? ['statusMap', statusMapOf(wanted)] : [field, settingOf(field, wanted(field))],
  );
  return { ...(type === saved.type ? {} : { type }), ...Object.fromEntries(entries), ...secretsOf(draft, base) };
}

const isStatus = (field: TextField): boolean => STATUS_FIELDS.some(name => name === field);

/** Null removes a setting. */
function settingOf(field: TextField, text: string): string | object | null {
  if (text === '') return null;
  if (field === 'testEnvironments') return readEnvironments(text);
  return field === 'info' ? readInfo(text) : text;
}

function statusMapOf(wanted: (field: TextField) => string): Record<string, string> | null {
  const words = STATUS_FIELDS.map(field => [field.replace('statusMap.', ''), wanted(field)] as const);
  const own = words.filter(([, word]) => word !== '');
  return own.length === 0 ? null : Object.fromEntries(own);
}

/** Drops secrets that the type does not use. */
function secretsOf(draft: Draft, base: Draft): Record<string, string | null> {
  const entries = SECRET_FIELDS.flatMap((field): [string, string | null][] => {
    const text = hasField(draft.type, field) ? draft[field] : '';
    if (text === base[field]) return [];
    return text === undefined ? [] : [[field, text === '' ? null : text]];
  });
  return Object.fromEntries(entries);
}

const environmentLines = (map: ServerSettings['testEnvironments'] = {}): string =>
  Object.entries(map)
    .map(([name, called]) => `${name} = ${called.join(', ')}`)
    .join('\n');

const unreadable = (field: TextField, why: string) => new AppError('invalid-params', why, { field });

/** A line for each environment: `Staging = STG, EU`. Errors: `invalid-params`. */
function readEnvironments(text: string): Record<string, string[]> {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', called = ''] = line.split(/=(.*)/);
      const names = called.split(',').map(each => each.trim());
      if (name.trim() === '' || names.includes(''))
        throw unreadable('testEnvironments', `“${line.trim()}” is not of the form “Staging = STG”.`);
      return [name.trim(), names];
    }),
  );
}

const Info = z.record(z.string(), z.unknown());

/** Errors: `invalid-params`. */
function readInfo(text: string): object {
  const { data } = Info.safeParse(readJson(text));
  if (data === undefined) throw unreadable('info', 'This is not a JSON object.');
  return data;
}

/** Parsed here, as only that says where it is wrong. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable('info', `This is not a JSON object: ${error instanceof Error ? error.message : error}`);
  }
}

/** The host of the stored secrets, when the draft names another one: they will not be sent there. */
export function hostLeft(draft: Draft, saved: ServerSettings): string | undefined {
  if (saved.type === 'none' || saved.fileListUrl === undefined) return undefined;
  const texts = { fileListUrl: draft.fileListUrl, authUrl: draft.authUrl, importUrl: draft.importUrl };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
  const { fileListUrl, authUrl, importUrl } = saved;
  const known = originsOf({ fileListUrl, authUrl, importUrl });
  const isElsewhere = [...originsOf(given)].some(origin => !known.has(origin));
  const [first] = originsOf({ fileListUrl });
  return isElsewhere && draft.type !== 'folder' ? first?.replace(/^https?:\/\//, '') : undefined;
}
