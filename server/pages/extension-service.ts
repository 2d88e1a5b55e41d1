import { AppError } from '../../model/errors/errors.ts';
import type { ProjectId } from '../../model/names/codes.ts';
import type { Bridge } from '../../model/protocol/bridge.ts';
import { EXTENSION_TOOLS, type RecordingUnderWay } from '../../model/protocol/channel/extension.ts';
import type { ExtensionService } from '../../model/protocol/extensions.ts';
import { readRelease } from '../process/package-root.ts';
import { PERSON } from '../rpc/access/authenticate.ts';
import { callTool, openProjectOf, type ToolCallServices } from '../rpc/calls/call-tool.ts';
import type { Fault } from '../rpc/calls/fault.ts';
import type { OpenProject, Workspace } from '../workspace/workspace.ts';
import type { PageAccess } from './page-access.ts';

interface ExtensionServiceOptions {
  workspace: Workspace;
  bridge: Bridge;
  access: PageAccess;
  services: ToolCallServices;
  explain(error: unknown): Fault;
}

const isForExtension = (name: string): boolean => EXTENSION_TOOLS.some(tool => tool === name);

/** A paired extension gets the projects to lend tabs to, and the few tools that its own pages call. */
export function createExtensionService(options: ExtensionServiceOptions): ExtensionService {
  const { workspace, bridge, access, services } = options;
  return {
    release: readRelease(),
    origins: () => access.address.ownUrls(),
    projectOf: projectId => ({
      projectId,
      name: workspace.project(projectId)?.store.content.project.name ?? projectId,
    }),
    unpair: key => access.pairing.unpair(key),
    onProjects: listener => workspace.onChange(listener),
    recordingIn: projectId => recordingIn(workspace.project(projectId)),
    onRecording: (projectId, listener) => followRecording(workspace, projectId, listener),
    async openLent(projectId) {
      const { settings = {} } = openProjectOf(workspace, projectId).store.content.project;
      await bridge.openLent(projectId, { settings, appUrl: undefined });
    },
    async callTool({ projectId, name, arguments: given }, cancelled) {
      if (!isForExtension(name)) throw new AppError('forbidden', `The extension may not call ${name.slice(0, 100)}.`);
      // The extension is paired with one project, whatever it names.
      const args = { name, arguments: { ...given, projectId } };
      const signal = AbortSignal.any([services.signal, cancelled]);
      const { output } = await callTool({ args, caller: PERSON, signal, report: () => {} }, services);
      return output;
    },
    explain(error) {
      const { code, message, data } = options.explain(error);
      return { code, message, data };
    },
  };
}

function recordingIn(project: OpenProject | undefined): RecordingUnderWay | undefined {
  const { current } = project?.recordings.in(undefined) ?? {};
  if (project === undefined || current === undefined) return undefined;
  const { place, actionIds, reason } = current;
  const { moduleCode, testCode } = place;
  return {
    ...{ moduleCode, testCode, count: actionIds.length },
    ...(reason === undefined ? {} : { reason: project.redact(reason) }),
  };
}

/** A project that is opened again has another slot. */
function followRecording(workspace: Workspace, projectId: ProjectId, listener: () => void): () => void {
  let followed: OpenProject | undefined;
  let stop = () => {};
  const follow = () => {
    const project = workspace.project(projectId);
    if (project === followed) return;
    stop();
    followed = project;
    stop = project?.recordings.onChange(listener) ?? (() => {});
    listener();
  };
  const stopWorkspace = workspace.onChange(follow);
  follow();
  return () => {
    stopWorkspace();
    stop();
  };
}
