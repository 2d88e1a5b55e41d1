import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Reporter } from './reporter.ts';

export const html: Reporter = {
  summary: 'one HTML file to view and share, which needs no network',
  title: 'HTML',
  isForCI: true,
  audience: 'programs',
  fileName: 'report.html',
  start: output => ({
    async finished({ messages, folder }) {
      const { inlinePictures, OF_A_PAGE } = await import('./inline-pictures.ts');
      const { CucumberHtmlStream } = await import('@cucumber/html-formatter');
      const inlined = await inlinePictures(messages, folder, OF_A_PAGE);
      output.write(await text(Readable.from(inlined.messages).pipe(new CucumberHtmlStream())));
      for (const sentence of inlined.leftOut) output.warn(sentence);
    },
  }),
};
