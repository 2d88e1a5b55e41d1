/** What pages of the IDE get: the list of projects, one project to follow, and every tool. */
import { ProjectId } from '../../model/project/codes.ts';
import type { AppWindow } from '../../model/protocol/app-window.ts';
import type { Bridge } from '../../model/protocol/bridge.ts';
import type { ProjectEntry, RunView } from '../../model/protocol/channel/channel.ts';
import type { FollowedProject, Notify, PageService } from '../../model/protocol/channel/page-service.ts';
import { type Redactor, redactDeep } from '../../model/values/redactor.ts';
import { openProjectOf } from '../perform-tool.ts';
import { PERSON } from '../rpc/authenticate.ts';
import { callTool, type ToolCallServices } from '../rpc/call-tool.ts';
import type { Fault } from '../rpc/fault.ts';
import type { RunTidings } from '../runs/run-followers.ts';
import type { OpenProject, Workspace } from '../store/workspace.ts';
import type { PageAccess } from './page-access.ts';
import { ProjectFeed } from './project-feed.ts';

interface Options {
  workspace: Workspace;
  bridge: Bridge;
  services: ToolCallServices;
  release: string;
  redact: Redactor;
  explain(error: unknown): Fault;
  access: PageAccess;
}

export function createPageService(options: Options): PageService {
  const { workspace, access, services, redact, release } = options;
  const feeds = new WeakMap<OpenProject, ProjectFeed>();

  function feedOf(project: OpenProject): ProjectFeed {
    const feed = feeds.get(project) ?? new ProjectFeed(project);
    feeds.set(project, feed);
    return feed;
  }

  return {
    hello() {
      const projects = entriesOf(workspace);
      const last = access.file.lastProject;
      const start = projects.find(({ projectId }) => projectId === last) ?? projects.find(({ isOpen }) => isOpen);
      return { release, projects, ...(start === undefined ? {} : { startProject: start.projectId }) };
    },
    async callTool(params, { signal, ideId }) {
      const caller = { ...PERSON, actor: { ...PERSON.actor, ideId } };
      const { output } = await callTool({ params, caller, signal }, services);
      return redactDeep(output, redact);
    },
    async follow({ projectId, versionId }, send) {
      const project = openProjectOf(workspace, projectId);
      await project.settled();
      const notify: Notify = (method, params) => send(method, params);
      const followed = followProject({
        project,
        feed: feedOf(project),
        workspace,
        bridge: options.bridge,
        versionId,
        notify,
      });
      void access.file.keepLastProject(projectId);
      return followed;
    },
    onProjects: listener => workspace.onChange(() => listener(entriesOf(workspace))),
    explain(error) {
      const { code, message, data } = options.explain(error);
      return { code, message, data };
    },
  };
}

function entriesOf(workspace: Workspace): ProjectEntry[] {
  const open = workspace.projects().map(({ projectId, store }) => ({
    projectId,
    name: store.content.project.name,
    isOpen: true,
  }));
  const closed = workspace.closed().map(({ projectId, error }) => ({
    projectId: ProjectId.parse(projectId),
    name: projectId,
    isOpen: false,
    problem: error.message,
  }));
  return [...open, ...closed].sort((left, right) => (left.name < right.name ? -1 : 1));
}

interface Following {
  project: OpenProject;
  feed: ProjectFeed;
  workspace: Workspace;
  bridge: Bridge;
  versionId: Parameters<ProjectFeed['follow']>[0];
  notify: Notify;
}

function followProject({ project, feed, workspace, bridge, versionId, notify }: Following): FollowedProject {
  const { projectId } = project;
  const followed = feed.follow(versionId, patched => notify('project/patched', patched));
  const status = () => notify('run/event', { projectId, event: { kind: 'status', run: runView(bridge, projectId) } });
  const stopRuns = project.runFollowers.add(tidings => {
    const event = eventOf(tidings);
    if (event !== undefined) notify('run/event', { projectId, event });
    status();
  });
  const stopClosing = workspace.onChange(() => {
    if (workspace.project(projectId) !== project)
      notify('project/closed', { projectId, message: `The project "${projectId}" was closed.` });
  });
  const stopBreakpoints = project.breakpoints.onChange(() => notify('breakpoints/changed', { projectId }));
  const stopStatus = bridge.onStatus(projectId, status);
  const window = bridge.app(projectId);
  const stopApp = window.onChange(() => notify('app/changed', { projectId, app: appView(window) }));
  return {
    opened: { snapshot: followed.snapshot, run: runView(bridge, projectId), app: appView(window) },
    openTest: ({ testCode }) => followed.openTest(testCode),
    closeTest: ({ testCode }) => followed.closeTest(testCode),
    stop() {
      for (const stop of [stopRuns, stopStatus, stopApp, stopBreakpoints, stopClosing, followed.stop]) stop();
    },
  };
}

const eventOf = (tidings: RunTidings) =>
  tidings.kind === 'action-finished' || tidings.kind === 'step-finished' || tidings.kind === 'item-finished'
    ? tidings
    : undefined;

/** Values are asked for by those who show them. */
function runView(bridge: Bridge, projectId: ProjectId): RunView {
  const { errorKind: _errorKind, scopes: _scopes, ...view } = bridge.status(projectId);
  return view;
}

function appView(window: AppWindow) {
  const url = window.url();
  return { isOpen: window.isOpen(), ...(url === undefined ? {} : { url }) };
}
