import { isField, LABELS, labelOf, type ServerType } from './field-labels.ts';

export const SETTINGS = 'Settings › Integrations';

const ISO_TIME = /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z\b/g;

const FIELD_NAMES =
  /"?\b(fileListUrl|clientId|clientSecret|matchFile|authUrl|importUrl|keyPrefix|issueUrl|projectKey|testEnvironments)\b"?/g;

/**
 * A message of a tool in the words of the page. `type`: of the settings that show it; elsewhere the message names the
 * settings by `SETTINGS`, which a link can replace.
 */
export const inWords = (message: string, type?: ServerType): string =>
  message
    .replaceAll('with configureFeatureServer', type === undefined ? `in ${SETTINGS}` : 'here')
    .replaceAll('give it as executionKey', 'enter it as execution key')
    .replace(ISO_TIME, time => new Date(time).toLocaleString())
    .replace(/(the )?authentication URL( \(authUrl\))?/g, LABELS.authUrl)
    .replaceAll('the file list URL', LABELS.fileListUrl)
    .replace(FIELD_NAMES, (whole, name) => (isField(name) ? labelOf(name, type ?? 'xray-cloud') : whole));
