import { join } from 'node:path';
import { createBridge } from '../../ide-bridge/create-bridge.ts';
import { rolePasswordKey } from '../../model/project/authentication.ts';
import { createPerformTool } from '../../server/rpc/calls/call-tool.ts';
import { createAppAddresses } from '../../server/runs/plan/app-addresses.ts';
import { privatePath } from '../../server/store/edits/private-file.ts';
import type { FileSystem } from '../../server/store/files/file-system.ts';
import { NO_PAGE } from '../../server/tools/define/page-address.ts';
import { createToolRegistry } from '../../server/tools/index.ts';
import { PASSWORD_FILE } from '../../server/workspace/project-password.ts';
import { readProjectFolder, readTokens } from '../../server/workspace/read-project-folder.ts';
import { openWorkspace, type Workspace } from '../../server/workspace/workspace.ts';

/** The tools on a project "shop" whose files are on any disk; the lock is on the real one. */
export interface ToolsOnDisk extends AsyncDisposable {
  workspace: Workspace;
  call(tool: string, args: object): Promise<unknown>;
}

/** Opens the projects in a folder that exists on the real disk as well. */
export async function toolsOnDisk(fs: FileSystem, folder: string): Promise<ToolsOnDisk> {
  const workspace = await openWorkspace({ fs, folder, settling: { stillMs: 0 } });
  const bridge = createBridge({ forbiddenOrigins: () => [] });
  const none = () => Promise.reject(new Error('Nothing is started here.'));
  const apps = createAppAddresses({ shop: none, testManagement: none });
  const perform = createPerformTool({ workspace, bridge, apps, page: NO_PAGE, log: { warn: () => {} } });
  const registry = createToolRegistry();
  const { signal } = new AbortController();
  return {
    workspace,
    async call(name, args) {
      const tool = registry.get(name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return perform({
        tool,
        args,
        projectId: 'shop',
        caller: { actor: { id: 'ann', name: 'Ann' }, access: 'write', projectId: 'shop' },
        signal,
        report: () => {},
      });
    },
    async [Symbol.asyncDispose]() {
      await bridge.dispose();
      await apps.dispose();
      await workspace.dispose();
    },
  };
}

/** All that a project holds on a disk, as another process reads it, in one text; damage is part of it. */
export async function heldOn(fs: FileSystem, folder: string): Promise<string> {
  const shop = join(folder, 'shop');
  const { content, secrets, damaged } = await readProjectFolder({ fs, folder: shop });
  const tokens = await readTokens({ fs, folder: shop });
  const passwordPath = join(shop, privatePath(PASSWORD_FILE.name));
  const versions = [...content.versions].sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({
    project: content.project,
    versions: versions.map(([, { version, environments, modules }]) => ({
      version,
      environments: environments.environments.map(environment => ({
        ...environment,
        secrets: environment.items
          .filter(({ kind }) => kind === 'secret')
          .map(({ name }) => secrets.ofEnvironment(version.versionId, environment, name) ?? null),
      })),
      modules: [...modules.values()],
    })),
    passwords: (content.project.authentication?.roles ?? []).map(
      ({ role }) => secrets.get(rolePasswordKey(role)) ?? null,
    ),
    tokens: tokens && [tokens.enabled, ...tokens.list().map(({ name, access }) => ({ name, access }))],
    password: (await fs.stat(passwordPath)) && (await fs.readFile(passwordPath)).toString('utf8'),
    damaged,
  });
}
