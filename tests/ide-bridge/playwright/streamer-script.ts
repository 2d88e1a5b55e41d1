import { readCoreBundle } from '../../../ide-bridge/playwright/core-bundle.ts';

/** With which the installed Playwright takes pages. */
export function streamerScript(): string {
  const bundle = readCoreBundle();
  const begin = bundle.indexOf('function frameSnapshotStreamer(');
  return bundle.slice(begin, bundle.indexOf('\n}\n', begin) + 2);
}
