import type { Answer } from '../browser/app-fixture.ts';
import { MOCKED_PAGES } from './mock-pages.ts';

let count = 0;

/** Besides: `/counted` has another answer each time, `/echo` tells what was posted, `/session` signs somebody in. */
export const HAR_PAGES: Record<string, Answer> = {
  ...MOCKED_PAGES,
  '/counted': (_request, response) => {
    count += 1;
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`count ${count}`);
  },
  '/echo': (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end(`got ${text}`));
  },
  '/session': (request, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'session=let-me-in-4711; HttpOnly',
      })
      .end(JSON.stringify({ key: 'winter-Tree-0815', asked: request.url })),
  '/went': (_request, response) => response.writeHead(302, { location: '/inner' }).end(),
};

export const startCounting = (): void => {
  count = 0;
};
