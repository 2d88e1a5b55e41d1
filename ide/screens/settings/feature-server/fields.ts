import { DEFAULT_MATCH_FILE, isSampleAddress, webAddress } from '../../../../model/project/feature-server.ts';
import {
  type Field,
  isField,
  type ServerType,
  STATUS_FIELDS,
  type TextField,
} from '../../../parts/feature-server/field-labels.ts';

const CREDENTIALS: readonly Field[] = ['clientId', 'clientSecret'];
const RESULTS: readonly Field[] = ['importUrl', 'issueUrl', 'projectKey', 'testEnvironments', 'info', ...STATUS_FIELDS];
const BASE: readonly Field[] = ['fileListUrl', 'matchFile', 'keyPrefix'];

/** The token of the cloud is made from the credentials. */
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
  /** For several lines: how many at first, and at most. */
  lines?: { minRows: number; maxRows: number };
}

const HOST = 'Default: the one on the host of the file list';

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

/** What an export address selects: a filter by its id, issue keys, or what is wrong. */
export type FeatureSelection = { filter: string } | { keys: string } | { fault: string };

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

/** From an argument of the tool, or from a part of one such as `info.fields`. */
export const fieldAt = (path = ''): Field | undefined => [path, path.split(/[.[]/, 1)[0]].find(isField);
