import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Page = string | ((request: { url: URL }) => string | Promise<string>);

export interface ServedPages extends AsyncDisposable {
  url: string;
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Serves HTML pages by path on a free port, for specs that need a real web page. */
export async function servePages(pages: Readonly<Record<string, Page>>): Promise<ServedPages> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://pages');
    const page = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : undefined;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page === undefined) {
      response.writeHead(404).end('<h1>Not found</h1>');
      return;
    }
    Promise.resolve(typeof page === 'string' ? page : page({ url })).then(html => response.end(html));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isAddressInfo(address)) throw new Error('The page server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
