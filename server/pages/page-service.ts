/** What pages of the IDE get: the list of projects, one project to follow, and every tool. */
import { AppError } from '../../model/errors/errors.ts';
import { ProjectId } from '../../model/names/codes.ts';
import type { Bridge, RunStatus } from '../../model/protocol/bridge.ts';
import type { ProjectEntry, RunView } from '../../model/protocol/channel/channel.ts';
import type { Admission, Notify, PageService, ProjectSubscription } from '../../model/protocol/channel/page-service.ts';
import type { WatchedItem } from '../../model/run/watched-item.ts';
import { readRelease } from '../process/package-root.ts';
import { PERSON } from '../rpc/access/authenticate.ts';
import { callTool, openProjectOf, type ToolCallServices } from '../rpc/calls/call-tool.ts';
import type { Fault } from '../rpc/calls/fault.ts';
import type { FollowedRunEvent } from '../runs/record/run-watcher.ts';
import type { CallerWindows, WindowUser } from '../tools/define/caller-windows.ts';
import type { OpenProject, Workspace } from '../workspace/workspace.ts';
import { FollowedWindows } from './followed-windows.ts';
import type { PageAccess } from './page-access.ts';
import { ProjectFeed } from './project-feed.ts';

interface PageServiceOptions {
  workspace: Workspace;
  bridge: Bridge;
  windows: CallerWindows;
  services: ToolCallServices;
  explain(error: unknown): Fault;
  access: PageAccess;
}

/** Whoever signed in with the password of a project sees no other project. */
export function createPageService(options: PageServiceOptions): (person: Pick<Admission, 'projectId'>) => PageService {
  const { workspace, access, services } = options;
  const release = readRelease();
  const feeds = new WeakMap<OpenProject, ProjectFeed>();

  function feedOf(project: OpenProject): ProjectFeed {
    const feed = feeds.get(project) ?? new ProjectFeed(project);
    feeds.set(project, feed);
    return feed;
  }

  return ({ projectId: only }) => ({
    hello() {
      const projects = entriesOf(workspace, only);
      const last = access.file.lastProject;
      const start = projects.find(({ projectId }) => projectId === last) ?? projects.find(({ isOpen }) => isOpen);
      return { release, projects, startProject: start?.projectId };
    },
    async callTool(params, { signal, ideId, report }) {
      const caller = { ...PERSON, projectId: only, actor: { ...PERSON.actor, ideId } };
      const { output } = await callTool({ args: params, caller, signal, report }, services);
      return output;
    },
    async follow({ projectId, versionId }, { ideId, notify: send }) {
      if (only !== undefined && only !== projectId) throw otherProject(only);
      const project = openProjectOf(workspace, projectId);
      await project.settled();
      const notify: Notify = (method, params) => send(method, params);
      const followed = followProject({
        project,
        feed: feedOf(project),
        workspace,
        bridge: options.bridge,
        windows: options.windows,
        user: { actorId: PERSON.actor.id, name: PERSON.actor.name, session: ideId, isPerson: true },
        versionId,
        notify,
      });
      if (only === undefined) void access.file.keepLastProject(projectId);
      return followed;
    },
    onProjects: listener => workspace.onChange(() => listener(entriesOf(workspace, only))),
    explain(error) {
      const { code, message, data } = options.explain(error);
      return { code, message, data };
    },
  });
}

const otherProject = (only: ProjectId): AppError =>
  new AppError('forbidden', `You are signed in only to the project "${only}".`, { field: 'projectId' });

function entriesOf(workspace: Workspace, only: ProjectId | undefined): ProjectEntry[] {
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
  const all = only === undefined ? [...open, ...closed] : open.filter(({ projectId }) => projectId === only);
  return all.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Runs change hundreds of times a second; nobody sees more than this. */
const STATUS_INTERVAL_MS = 50;

interface FollowingPage {
  project: OpenProject;
  feed: ProjectFeed;
  workspace: Workspace;
  bridge: Bridge;
  windows: CallerWindows;
  user: WindowUser;
  versionId: Parameters<ProjectFeed['follow']>[0];
  notify: Notify;
}

function followProject(page: FollowingPage): ProjectSubscription {
  const { project, feed, workspace, versionId, notify } = page;
  const { projectId } = project;
  const followed = feed.follow(versionId, patched => notify('project/patched', patched));
  const windows = new FollowedWindows({ ...page, onOther: () => runs.tell() });
  const runs = followRuns(project, windows, notify);
  const stopClosing = workspace.onChange(() => {
    if (workspace.project(projectId) === project) return;
    stopClosing();
    notify('project/closed', { projectId, message: `The project "${projectId}" was closed.` });
  });
  const stopShared = followShared(project, notify);
  return {
    opened: {
      snapshot: followed.snapshot,
      ...runsView(windows.bridge, projectId),
      ...windows.view,
      watched: watchedView(project),
    },
    openTest: ({ testCode }) => followed.openTest(testCode),
    closeTest: ({ testCode }) => followed.closeTest(testCode),
    stop() {
      for (const stop of [...runs.stops, ...stopShared, stopClosing, followed.stop]) stop();
      windows.stop();
    },
  };
}

function followRuns(project: OpenProject, windows: FollowedWindows, notify: Notify) {
  const { projectId } = project;
  let toldRun: RunView['runId'];
  const tell = () => {
    const view = runsView(windows.bridge, projectId);
    toldRun = view.run.runId;
    notify('run/event', { projectId, event: { kind: 'status', ...view } });
  };
  const { call: status, end: stopPacing } = paced(STATUS_INTERVAL_MS, tell);
  const stopNews = project.runFollowers.add(news => {
    const event = eventOf(news);
    if (event !== undefined) {
      // Pages show the results of the run that they know of; its first ones do not wait for a paced status.
      if (event.runId !== toldRun && event.runId === windows.bridge.shownRun(projectId).runId) tell();
      notify('run/event', { projectId, event });
    }
    status();
  });
  return { tell, stops: [stopNews, windows.bridge.onStatus(projectId, status), stopPacing] };
}

function followShared(project: OpenProject, notify: Notify): (() => void)[] {
  const { projectId, breakpoints, watched } = project;
  return [
    breakpoints.onChange(() => notify('breakpoints/changed', { projectId })),
    watched.onChange(() => notify('watched/changed', { projectId, watched: watchedView(project) })),
  ];
}

/** Calls at once, then at most once per interval, and always after the last change. */
function paced(intervalMs: number, callNow: () => void) {
  let waiting: NodeJS.Timeout | undefined;
  let isDue = false;
  const call = () => {
    if (waiting !== undefined) {
      isDue = true;
      return;
    }
    callNow();
    waiting = setTimeout(() => {
      waiting = undefined;
      if (isDue) call();
    }, intervalMs);
    isDue = false;
  };
  return { call, end: () => clearTimeout(waiting) };
}

const eventOf = (news: FollowedRunEvent) =>
  'result' in news || news.kind === 'item-finished' || news.kind === 'stored-run-changed' ? news : undefined;

function runsView(bridge: Bridge, projectId: ProjectId) {
  const run = runView(bridge.shownRun(projectId));
  const others = bridge.runsUnderWay(projectId).filter(({ runId }) => runId !== run.runId);
  return { run, otherRuns: others.map(runView) };
}

/** Values are loaded by those who show them. */
const runView = ({ errorKind: _errorKind, scopes: _scopes, ...view }: RunStatus): RunView => view;

const watchedView = ({ watched, redact }: OpenProject): WatchedItem[] =>
  watched.list().map(item => (item.problem === undefined ? item : { ...item, problem: redact(item.problem) }));
