import { DEFAULT_MATCH_FILE, isSampleAddress, webAddress } from '../../../../model/project/feature-server.ts';
import type { ServerType } from './reply.ts';

/** The fields of the feature server: what they are called, and which belong to which type. Pure. */

export const SECRET_FIELDS = ['token', 'clientSecret'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];

export const STATUS_FIELDS = [
  'statusMap.passed',
  'statusMap.failed',
  'statusMap.skipped',
  'statusMap.pending',
  'statusMap.undefined',
] as const;

/** Those that few need. */
export const MORE_FIELDS = [
  'authUrl',
  'importUrl',
  'keyPrefix',
  'projectKey',
  'issueUrl',
  'testEnvironments',
  'info',
  ...STATUS_FIELDS,
] as const;

export const TEXT_FIELDS = ['fileListUrl', 'clientId', 'matchFile', ...MORE_FIELDS] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export type Field = 'type' | TextField | SecretField;

export const TYPE_LABELS: Readonly<Record<ServerType, string>> = {
  none: 'None',
  'xray-cloud': 'Xray cloud',
  'xray-server': 'Xray server (on-premise)',
  folder: 'Folder',
  url: 'URL',
};

export const LABELS: Readonly<Record<Field, string>> = {
  type: 'Type',
  fileListUrl: 'File list URL',
  token: 'Token',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  matchFile: 'Match file',
  authUrl: 'Sign-in URL',
  importUrl: 'Import URL',
  keyPrefix: 'Key prefix',
  issueUrl: 'Issue URL',
  projectKey: 'Project key',
  testEnvironments: 'Test environments',
  info: 'Execution fields',
  'statusMap.passed': 'Passed',
  'statusMap.failed': 'Failed',
  'statusMap.skipped': 'Skipped',
  'statusMap.pending': 'Pending',
  'statusMap.undefined': 'Not implemented',
};

export const labelOf = (field: Field, type: ServerType): string =>
  field === 'fileListUrl' && type === 'folder' ? 'Folder' : LABELS[field];

const CREDENTIALS: readonly Field[] = ['clientId', 'clientSecret'];
const RESULTS: readonly Field[] = ['importUrl', 'issueUrl', 'projectKey', 'testEnvironments', 'info', ...STATUS_FIELDS];
const BASE: readonly Field[] = ['fileListUrl', 'matchFile', 'keyPrefix'];

/** What each type asks for; the token of the cloud is made of the credentials. */
const FIELDS: Readonly<Record<ServerType, ReadonlySet<Field>>> = {
  none: new Set(),
  'xray-cloud': new Set([...BASE, ...CREDENTIALS, 'authUrl', ...RESULTS]),
  'xray-server': new Set([...BASE, ...CREDENTIALS, 'token', 'authUrl', ...RESULTS]),
  folder: new Set(BASE),
  url: new Set([...BASE, ...CREDENTIALS, 'token', 'authUrl', ...RESULTS]),
};

export const hasField = (type: ServerType, field: Field): boolean => FIELDS[type].has(field);

interface AboutField {
  hint?: string;
  placeholder?: string;
  /** It has several lines, so many at first and at most. */
  lines?: { minRows: number; maxRows: number };
}

const HOST = 'Default: the one on the host of the file list';

/** What fields say of themselves, whatever the type. */
export const ABOUT: Readonly<Partial<Record<TextField, AboutField>>> = {
  matchFile: { hint: 'File names; * and ? are wildcards', placeholder: DEFAULT_MATCH_FILE },
  authUrl: { hint: HOST },
  importUrl: { hint: `Where results go. ${HOST}` },
  keyPrefix: { hint: 'Prefix of issue keys in tags, e.g. TEST_' },
  projectKey: { hint: 'Project of new executions. Default: that of the first test' },
  issueUrl: { hint: 'For links in reports, e.g. https://acme.example/browse/' },
  testEnvironments: {
    hint: 'What the service calls your environments, one per line. Default: their own names',
    placeholder: 'Staging = STG',
    lines: { minRows: 1, maxRows: 8 },
  },
  info: {
    hint: 'JSON that uploads include, in the form that the service expects',
    placeholder: '{"fields": {"project": {"key": "SHOP"}, "summary": "Nightly"}}',
    lines: { minRows: 2, maxRows: 12 },
  },
  ...Object.fromEntries(STATUS_FIELDS.map(field => [field, { placeholder: field.replace('statusMap.', '') }])),
};

/** What an export address selects: the filter that it names by its id, issue keys, or what is wrong. */
export type FeatureSelection = { filter: string } | { keys: string } | { fault: string };

/** Undefined where no address stands. */
export function selectionOf(fileListUrl: string): FeatureSelection | undefined {
  const text = fileListUrl.trim();
  const url = isSampleAddress(text) && URL.canParse(text) ? new URL(text) : webAddress(text);
  if (url === undefined) return undefined;
  const filter = url.searchParams.get('filter')?.trim() ?? '';
  const keys = url.searchParams.get('keys')?.trim() ?? '';
  if (/^\d+$/.test(filter)) return { filter };
  if (filter !== '')
    return { fault: `The filter “${filter}” is not a number: the address of the saved filter shows its ID` };
  return keys === '' ? { fault: 'No filter ID in this address: add filter= and the ID of the saved filter' } : { keys };
}

export const isField = (name: unknown): name is Field => typeof name === 'string' && Object.hasOwn(LABELS, name);

/** The field of an argument of the tool, or of a part of it such as `info.fields`. */
export const fieldAt = (path = ''): Field | undefined => [path, path.split(/[.[]/, 1)[0]].find(isField);

/** A message of a tool in the words of this form. */
export const inWords = (message: string, type: ServerType): string =>
  message
    .replaceAll(' with configureFeatureServer', ' here')
    .replace(/(the )?authentication URL( \(authUrl\))?/g, LABELS.authUrl)
    .replaceAll('the file list URL', LABELS.fileListUrl)
    .replace(
      /"?\b(fileListUrl|clientId|clientSecret|matchFile|authUrl|importUrl|keyPrefix|issueUrl|projectKey|testEnvironments)\b"?/g,
      (whole, name) => (isField(name) ? labelOf(name, type) : whole),
    );
