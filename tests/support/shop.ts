import { Author } from './author.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export interface Shop extends AsyncDisposable {
  app: TestApp;
  author: Author;
  /** Another token with write access: somebody else. */
  colleague(): Promise<Author>;
}

/** The service with an empty project and somebody who edits it: `await using shop = await openShop()`. */
export async function openShop(options: Parameters<typeof startTestApp>[0] = {}): Promise<Shop> {
  const app = await startTestApp(options);
  return {
    app,
    author: new Author(app.client),
    colleague: async () => new Author(await app.clientWith('write')),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
