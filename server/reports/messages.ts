import { terminalJson } from './plain-text.ts';
import type { Reporter } from './reporter.ts';

/** The run as Cucumber messages, one JSON text a line. */
export const messages: Reporter = {
  summary: 'Cucumber messages (NDJSON), the source of all other formats',
  audience: 'programs',
  fileName: 'messages.ndjson',
  start: output => ({
    finished(finished) {
      for (const message of finished.messages) output.write(`${terminalJson(message)}\n`);
    },
  }),
};
