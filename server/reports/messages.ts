import { terminalJson } from '../runs/messages/plain-text.ts';
import type { Reporter } from './reporter.ts';

/** The run as Cucumber messages, one JSON text a line, with its pictures in them. */
export const messages: Reporter = {
  summary: 'Cucumber messages (NDJSON), the source of all other formats',
  audience: 'programs',
  fileName: 'messages.ndjson',
  start: output => ({
    async finished({ messages, folder }) {
      const { inlinePictures } = await import('./inline-pictures.ts');
      const inlined = await inlinePictures(messages, folder);
      for (const message of inlined.messages) output.write(`${terminalJson(message)}\n`);
      for (const sentence of inlined.leftOut) output.tell(sentence);
    },
  }),
};
