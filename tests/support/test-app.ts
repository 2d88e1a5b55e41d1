import { ProjectId } from '../../model/names/codes.ts';
import type { Service } from '../../server/main.ts';
import { type IdePage, openIdePage } from './ide-page.ts';
import { ApiClient } from './running-steploom.ts';
import { servePages } from './serve-pages.ts';
import { lendService, type WantedService } from './services.ts';

export interface TestApp extends AsyncDisposable {
  service: Service;
  /** Folder of the project. */
  folder: string;
  /** The page of the IDE that is open on the project, unless the spec asked for none. */
  ide: IdePage | undefined;
  /** Where the project's app is. */
  appUrl: string | undefined;
  /** A client with write access to the project. */
  client: ApiClient;
  clientWith(access: 'read' | 'write'): Promise<ApiClient>;
}

interface TestAppOptions extends WantedService {
  appUrl?: string;
  /** The pages of the app by path, in the place of an address. */
  pages?: Parameters<typeof servePages>[0];
  /** Whether an IDE is open on the project. Default: yes. */
  withIde?: boolean;
}

/** A link that signs a browser in to a service. */
export const linkOf = (service: Service): string => service.page.linkTo(undefined)?.url ?? '';

const PROJECT = ProjectId.parse('shop');

/** A service on real files in this process, with one empty project: `await using app = await startTestApp()`. */
export async function startTestApp({
  pages,
  withIde = true,
  appUrl: givenUrl,
  ...wanted
}: TestAppOptions = {}): Promise<TestApp> {
  const served = pages && (await servePages(pages));
  const appUrl = givenUrl ?? served?.url;
  const lent = await lendService(wanted);
  const { service } = lent;
  const project = await service.workspace.create({ projectId: PROJECT, name: 'Shop', appUrl });
  await project.tokens.setEnabled(true);
  let count = 0;
  const clientWith = async (access: 'read' | 'write') => {
    count += 1;
    const { value } = await project.tokens.create({ name: `${access} ${count}`, access });
    return new ApiClient(`${service.url}/api/mcp`, value);
  };
  const ide = withIde ? await openIdePage({ link: linkOf(service), projectId: PROJECT }) : undefined;
  return {
    service,
    folder: project.folder,
    ide,
    appUrl,
    client: await clientWith('write'),
    clientWith,
    async [Symbol.asyncDispose]() {
      await ide?.[Symbol.asyncDispose]();
      await lent[Symbol.asyncDispose]();
      await served?.[Symbol.asyncDispose]();
    },
  };
}
