/** The settings as they are being filled in, and what has to be sent of them. Pure. */
import { originsOf } from '../../../../model/project/feature-server.ts';
import type { ArgumentsOf } from '../../../app/tool-replies.ts';
import type { UnsavedServer } from '../../../app/unsaved-servers.ts';
import {
  type Field,
  hasField,
  SECRET_FIELDS,
  type SecretField,
  STATUS_FIELDS,
  TEXT_FIELDS,
  type TextField,
} from './fields.ts';
import { SERVER_TYPES, type ServerSettings, type ServerType } from './reply.ts';

/** Texts as they stand in the fields; a secret is undefined as long as the stored one is kept. */
export type Draft = { type: ServerType } & Readonly<Record<TextField, string>> &
  Readonly<Record<SecretField, string | undefined>>;

const STATUSES = { passed: '', failed: '', skipped: '', pending: '', undefined: '' };

export function draftOf({ type, statusMap, info, testEnvironments, ...texts }: ServerSettings): Draft {
  const status = { ...STATUSES, ...statusMap };
  const has = (name: SecretField) => (texts[name]?.set === true ? undefined : '');
  return {
    type,
    fileListUrl: texts.fileListUrl ?? '',
    clientId: texts.clientId ?? '',
    matchFile: texts.matchFile ?? '',
    authUrl: texts.authUrl ?? '',
    importUrl: texts.importUrl ?? '',
    keyPrefix: texts.keyPrefix ?? '',
    issueUrl: texts.issueUrl ?? '',
    projectKey: texts.projectKey ?? '',
    testEnvironments: environmentLines(testEnvironments),
    info: info === undefined ? '' : JSON.stringify(info, undefined, 2),
    'statusMap.passed': status.passed ?? '',
    'statusMap.failed': status.failed ?? '',
    'statusMap.skipped': status.skipped ?? '',
    'statusMap.pending': status.pending ?? '',
    'statusMap.undefined': status.undefined ?? '',
    token: has('token'),
    clientSecret: has('clientSecret'),
  };
}

const ALL: readonly Field[] = ['type', ...TEXT_FIELDS, ...SECRET_FIELDS];

export const changedIn = (draft: Draft, base: Draft): Field[] => ALL.filter(field => draft[field] !== base[field]);

export const isSame = (one: Draft, other: Draft): boolean => changedIn(one, other).length === 0;

/** Another type: an address is no folder, so what is there comes back only with its own kind. */
export function withType(draft: Draft, type: ServerType, saved: Draft): Draft {
  const isFolder = type === 'folder';
  const isAddress = /^https?:/i.test(draft.fileListUrl);
  const fits = isFolder ? !isAddress : isAddress || draft.type !== 'folder';
  if (fits) return { ...draft, type };
  return { ...draft, type, fileListUrl: isFolder === (saved.type === 'folder') ? saved.fileListUrl : '' };
}

export const withFields = (draft: Draft, fields: readonly Field[], from: Draft): Draft => ({
  ...draft,
  ...Object.fromEntries(fields.map(field => [field, from[field]])),
});

/** What was changed elsewhere, taken in where it was not changed here; `both` was changed in both places. */
export function merged(mine: Draft, base: Draft, theirs: Draft): { draft: Draft; both: Field[] } {
  const kept = changedIn(mine, base);
  const draft = withFields(theirs, kept, mine);
  return { draft, both: kept.filter(field => theirs[field] !== base[field] && theirs[field] !== mine[field]) };
}

/** What of a draft is not stored, on what was stored there when it was changed; undefined when all of it is. */
export function unsavedOf(draft: Draft, saved: Draft, before?: UnsavedServer): UnsavedServer | undefined {
  const changed = changedIn(draft, saved);
  const lost = before?.lost.filter(field => !changed.some(name => name === field)) ?? [];
  if (changed.length === 0 && lost.length === 0) return undefined;
  const texts = changed.filter(field => !isSecret(field));
  return {
    base: Object.fromEntries(texts.map(field => [field, before?.base[field] ?? saved[field] ?? ''])),
    mine: Object.fromEntries(texts.map(field => [field, draft[field] ?? ''])),
    secrets: Object.fromEntries(changed.filter(isSecret).map(field => [field, draft[field] ?? ''])),
    lost,
  };
}

/** The draft as it was left, on what is stored by now; `both` was changed elsewhere as well. */
export function withUnsaved(saved: Draft, unsaved: UnsavedServer | undefined): { draft: Draft; both: Field[] } {
  if (unsaved === undefined) return { draft: saved, both: [] };
  const { base, mine, secrets } = unsaved;
  return merged(withTexts(saved, { ...mine, ...secrets }), withTexts(saved, base), saved);
}

const isSecret = (field: Field): boolean => SECRET_FIELDS.some(name => name === field);

function withTexts(draft: Draft, texts: Readonly<Record<string, string>>): Draft {
  const known = ALL.filter(field => field !== 'type' && Object.hasOwn(texts, field)).map(field => [
    field,
    texts[field],
  ]);
  const type = SERVER_TYPES.find(name => name === texts.type) ?? draft.type;
  return { ...draft, type, ...Object.fromEntries(known) };
}

/** What a tool is given so that the settings become what the draft says. Errors: `SyntaxError`, for `info` and `testEnvironments`. */
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

/** A secret that the type has no use for is not kept. */
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

/** A line for each environment: `Staging = STG, EU`. Errors: `SyntaxError`. */
export function readEnvironments(text: string): Record<string, string[]> {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', called = ''] = line.split(/=(.*)/);
      const names = called.split(',').map(each => each.trim());
      if (name.trim() === '' || names.includes(''))
        throw new SyntaxError(`“${line.trim()}” is not of the form “Staging = STG”.`);
      return [name.trim(), names];
    }),
  );
}

/** Errors: `SyntaxError`. */
export function readInfo(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new SyntaxError('It is not a JSON object.');
}

/** The host that the kept secrets are for, when the draft names another one: they will not be sent there. */
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
