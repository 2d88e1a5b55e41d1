import { inWords as inSettingsWords } from './field-labels.ts';

export const SETTINGS = 'Settings › Integrations';

const ISO_TIME = /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z\b/g;

/** Messages name the settings in one way, so that a link can take the place of that. */
export const inWords = (message: string): string =>
  inSettingsWords(
    message
      .replaceAll('with configureFeatureServer', `in ${SETTINGS}`)
      .replaceAll('give it as executionKey', 'enter it as execution key')
      .replace(ISO_TIME, time => new Date(time).toLocaleString()),
    'xray-cloud',
  );
