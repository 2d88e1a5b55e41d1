import { terminalJson } from '../runs/messages/plain-text.ts';
import type { Reporter } from './reporter.ts';

export const cucumber: Reporter = {
  summary: 'Cucumber JSON as cucumber-js 12 writes it, for test-management services and report plugins',
  title: 'Cucumber JSON',
  isForCI: true,
  audience: 'programs',
  fileName: 'cucumber.json',
  start: output => ({
    async finished({ messages, folder }) {
      // Loaded when a report is wanted, so that the service starts without it.
      const { inlinePictures } = await import('./inline-pictures.ts');
      const { cucumberJson } = await import('./cucumber-json.ts');
      const inlined = await inlinePictures(messages, folder);
      output.write(`${terminalJson(cucumberJson(inlined.messages), 2)}\n`);
      for (const sentence of inlined.leftOut) output.warn(sentence);
    },
  }),
};
