import { FEATURE_SERVER_TYPES } from '../../../model/project/feature-server.ts';

/** Labels are also used in messages. */

export const SERVER_TYPES = ['none', ...FEATURE_SERVER_TYPES] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

export const SECRET_FIELDS = ['token', 'clientSecret'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];

export const STATUS_FIELDS = [
  'statusMap.passed',
  'statusMap.failed',
  'statusMap.skipped',
  'statusMap.pending',
  'statusMap.undefined',
] as const;

/** Shown under “More”. */
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

export const isField = (name: unknown): name is Field => typeof name === 'string' && Object.hasOwn(LABELS, name);
