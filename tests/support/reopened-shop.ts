import { join } from 'node:path';
import { ProjectId } from '../../model/names/codes.ts';
import { type Service, type ServiceOptions, startService } from '../../server/main.ts';
import { Author } from './author.ts';
import { openIdePage } from './ide-page.ts';
import { ApiClient } from './running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
import { linkOf } from './test-app.ts';

export interface OpenedShop extends AsyncDisposable {
  service: Service;
  author: Author;
  /** Why the project could not be opened. */
  closedBecause: string | undefined;
  /** What whoever started the service is told. */
  warnings: readonly string[];
}

export interface ClosedShop extends AsyncDisposable {
  workspace: string;
  folder: string;
  /** Starts the service on the project, any number of times one after the other. */
  open(options?: Partial<ServiceOptions>): Promise<OpenedShop>;
}

/**
 * A project "shop" that is closed: made, edited once by `furnish`, and left to the spec between two starts. `workspace`
 * is removed at the end.
 */
export async function closedShop(
  furnish: (author: Author, workspace: string) => Promise<void>,
  workspace?: TemporaryDirectory,
): Promise<ClosedShop> {
  return shopIn(workspace ?? (await temporaryDirectory()), furnish);
}

async function shopIn(
  workspace: TemporaryDirectory,
  furnish: (author: Author, workspace: string) => Promise<void>,
): Promise<ClosedShop> {
  const start = (options: Partial<ServiceOptions> = {}) =>
    startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', ...options });
  const service = await start();
  const project = await service.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
  await project.tokens.setEnabled(true);
  const { value } = await project.tokens.create({ name: 'writer', access: 'write' });
  const authorAt = (url: string) => new Author(new ApiClient(`${url}/api/mcp`, value));
  await furnish(authorAt(service.url), workspace.path);
  await service.dispose();
  return {
    workspace: workspace.path,
    folder: join(workspace.path, 'shop'),
    async open(options) {
      const again = await start(options);
      const ide = await openIdePage({ link: linkOf(again), projectId: 'shop' });
      const [closed] = again.workspace.closed();
      return {
        service: again,
        author: authorAt(again.url),
        closedBecause: closed?.error.message,
        warnings: again.warnings,
        async [Symbol.asyncDispose]() {
          await ide[Symbol.asyncDispose]();
          await again.dispose();
        },
      };
    },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}
