import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadAttachment } from './cucumber-json.ts';
import { terminalJson } from './plain-text.ts';
import type { Reporter } from './reporter.ts';

/** What pictures may make of a report; those that come when it is full are left out. */
const MOST_BYTES = 20_000_000;

/** The run as Cucumber JSON, which test-management services and build servers take. */
export const cucumber: Reporter = {
  summary: 'Cucumber JSON',
  audience: 'programs',
  fileName: 'cucumber.json',
  start: output => ({
    async finished({ messages, folder }) {
      // The index of messages is loaded when a report is wanted, not with the service.
      const { cucumberJson } = await import('./cucumber-json.ts');
      output.write(`${terminalJson(cucumberJson(messages, pictureReader(folder)), 2)}\n`);
    },
  }),
};

/** Reads pictures of a run by the addresses that its messages have for them, as long as there is room. */
function pictureReader(folder: string): ReadAttachment {
  let left = MOST_BYTES;
  return url => {
    try {
      const path = join(folder, decodeURI(url));
      left -= statSync(path).size;
      return left < 0 ? undefined : readFileSync(path).toString('base64');
    } catch {
      // A picture that is gone by now is no reason to go without the report.
      return undefined;
    }
  };
}
