import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAppError } from '../../model/errors/errors.ts';
import { ProjectId } from '../../model/names/codes.ts';
import { changingRedactor, type Redactor } from '../../model/values/redactor.ts';
import { Jobs } from '../jobs/jobs.ts';
import { RecordingSlots } from '../recording/recording-slot.ts';
import { gitFolder } from '../runs/plan/git-head.ts';
import { SignInStates } from '../runs/plan/sign-in-states.ts';
import { RunArchive } from '../runs/record/run-archive.ts';
import { RunFollowers } from '../runs/record/run-watcher.ts';
import { WatchedItems } from '../runs/watch/watched-items.ts';
import { countFiles } from '../store/edits/code-counters.ts';
import { CodeMarks, MARKS_FILE } from '../store/edits/code-marks.ts';
import { countDamaged } from '../store/edits/damaged-file.ts';
import { KeptCalls, RememberedReplies } from '../store/edits/kept-calls.ts';
import {
  OutsideEdits,
  OutsideWatch,
  SETTLING_LIMITS,
  type SettlingLimits,
  type WatchFolder,
  watchFolder,
} from '../store/edits/outside-edits.ts';
import { PrivateFile, SECRETS_FILE, SECRETS_MARK_FILE, SecretsFile } from '../store/edits/private-file.ts';
import { ProjectStore } from '../store/edits/project-store.ts';
import { readProject, requireProjectFile } from '../store/edits/read-project.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import type { Fence } from '../store/files/commit-changes.ts';
import { type FileSystem, nodeFileSystem, systemCode } from '../store/files/file-system.ts';
import { keepPrivate } from '../store/files/private-modes.ts';
import { openProjectFiles, type ProjectFiles } from '../store/files/project-files.ts';
import { acquireProjectLock, type ProjectLock, type ProjectLockOptions } from '../store/files/project-lock.ts';
import { TOKENS_FILE, TokenFile } from '../store/tokens/token-file.ts';
import { TestManagement, type TestManagementOptions } from '../test-management/test-management.ts';
import { BREAKPOINTS_FILE, BreakpointFile } from './breakpoint-file.ts';
import { ListedElements } from './listed-elements.ts';
import { PASSWORD_FILE, ProjectPassword } from './project-password.ts';
import { ReplayableActions } from './replayable-actions.ts';
import { type FileBackup, listBackups, restoreBackups, type WantedBackup } from './restore-backups.ts';
import { Screenshots } from './screenshots.ts';
import { UserFiles } from './user-files.ts';

export interface RecentCall {
  at: string;
  tool: string;
  /** Name of the token, or "owner". */
  by: string;
  ms: number;
  /** `ok`, or the kind of the error. */
  outcome: string;
}

const MOST_KEPT = 500;

function keep(calls: RecentCall[], call: RecentCall): void {
  calls.push(call);
  // Trimmed rarely, since every call adds one.
  if (calls.length >= MOST_KEPT * 2) calls.splice(0, calls.length - MOST_KEPT);
}

class RecentCalls {
  readonly #all: RecentCall[] = [];
  /** Kept besides, as the page makes so many more. */
  readonly #ofPrograms: RecentCall[] = [];

  add(call: RecentCall, isOfProgram: boolean): void {
    keep(this.#all, call);
    if (isOfProgram) keep(this.#ofPrograms, call);
  }

  list(ofPrograms = false): RecentCall[] {
    return (ofPrograms ? this.#ofPrograms : this.#all).slice(-MOST_KEPT).reverse();
  }
}

export interface ProjectBackups {
  list(): Promise<FileBackup[]>;
  /** As `restoreBackups`, between edits; undo and listeners treat it as an external edit. */
  restore(wanted: readonly WantedBackup[]): ReturnType<typeof restoreBackups>;
}

export interface OpenProject {
  readonly projectId: ProjectId;
  readonly folder: string;
  readonly store: ProjectStore;
  readonly tokens: TokenFile;
  readonly password: ProjectPassword;
  readonly breakpoints: BreakpointFile;
  readonly runs: RunArchive;
  readonly screenshots: Screenshots;
  readonly userFiles: UserFiles;
  readonly signIns: SignInStates;
  readonly testManagement: TestManagement;
  readonly redact: Redactor;
  /** Also masks these words, of what was typed into password fields. */
  redactTyped(words: readonly string[]): Redactor;
  readonly replies: RememberedReplies;
  readonly recentCalls: RecentCalls;
  readonly listedElements: ListedElements;
  readonly performed: ReplayableActions;
  readonly runFollowers: RunFollowers;
  readonly recordings: RecordingSlots;
  readonly watched: WatchedItems;
  readonly warnings: readonly string[];
  readonly jobs: Jobs;
  readonly url: string | undefined;
  readonly backups: ProjectBackups;
  /** Resolves once the external changes seen so far are loaded. */
  settled(): Promise<void>;
  /** Publishes the address for a second process that finds the project locked. */
  updateUrl(url: string): Promise<void>;
  dispose(): Promise<void>;
}

interface OpenProjectOptions {
  fs: FileSystem;
  folder: string;
  url: string | undefined;
  /** Secret values by item name, which override stored ones. */
  secretOverrides?: ReadonlyMap<string, string> | undefined;
  watchFolder?: WatchFolder | undefined;
  settling?: Partial<SettlingLimits> | undefined;
  testManagement?: Partial<TestManagementOptions> | undefined;
  lock?: ProjectLock | undefined;
}

export const lockProject = (
  folder: string,
  { url, ...options }: Pick<OpenProjectOptions, 'url'> & Pick<ProjectLockOptions, 'signal' | 'renewEveryMs'>,
): Promise<ProjectLock> => {
  const owner = { pid: process.pid, url };
  return acquireProjectLock({ directory: folder, stateDirectory: join(folder, STATE_FOLDER), owner, ...options });
};

/** Takes the lock of a project and opens it. Errors: `project-locked`, `damaged-file`, `not-found`. */
export async function openProject({ fs, folder, url, ...options }: OpenProjectOptions): Promise<OpenProject> {
  const stateDirectory = join(folder, STATE_FOLDER);
  const lock = options.lock ?? (await lockProject(folder, { url }));
  const { lease } = lock;
  const closing = new AbortController();
  try {
    const warnings = await keepPrivate({ fs, stateDirectory });
    const files = await openProjectFiles({ fs, root: folder, stateDirectory, lease, toleratesTrouble: true });
    const { watch, calls, ...project } = await readAll(files, { folder, signal: closing.signal, ...options });
    await watch.start();
    let address = url;
    const jobs = new Jobs();
    let closed: Promise<void> | undefined;
    const userFiles = await openUserFiles({ fs, folder, fence: lease }, project);
    const knowsSecrets = partsOf({ ...project, userFiles }, { folder, signal: closing.signal, ...options });
    return {
      ...project,
      ...knowsSecrets,
      ...redactorsOf(knowsSecrets),
      folder,
      warnings,
      replies: new RememberedReplies(calls),
      jobs,
      userFiles,
      get url() {
        return address;
      },
      updateUrl(changed) {
        address = changed;
        return lock.updateOwner({ pid: process.pid, url: changed });
      },
      settled: () => watch.settled(),
      dispose: () => {
        closed ??= Promise.all([jobs.close(), knowsSecrets.runs.elements.settled()]).then(() => {
          closing.abort();
          watch.close();
          return closeFiles(project).finally(() => lock.release());
        });
        return closed;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function closeFiles({ store, tokens, password, breakpoints }: Closing): Promise<void> {
  await store.close();
  // Only times of last use are left to write: a failing disk must not keep a project from being closed.
  await tokens.close().catch(() => undefined);
  await Promise.all([password.changes.close(), breakpoints.changes.close()]);
}

type Closing = Pick<OpenProject, 'store' | 'tokens' | 'password' | 'breakpoints'>;

async function openUserFiles(
  place: Pick<OpenProjectOptions, 'fs' | 'folder'> & { fence: Fence },
  { store }: Pick<OpenProject, 'store'>,
) {
  const userFiles = new UserFiles({ ...place, readOnlyReason: () => store.stopReason });
  // No import is under way yet; what cannot be removed does no harm.
  await userFiles.dropUploads(Date.now()).catch(() => undefined);
  return userFiles;
}

/** Every secret to mask: those of the project, of its sign-ins, and its credentials for services. */
export const projectSecrets = ({ store, signIns, testManagement }: KnowsSecrets): string[] => [
  ...store.secrets.values(),
  ...signIns.tokens,
  ...testManagement.secrets,
];

function redactorsOf(knows: KnowsSecrets): Pick<OpenProject, 'redact' | 'redactTyped'> {
  const redact = changingRedactor(() => ({ secrets: projectSecrets(knows) }));
  let typed: readonly string[] = [];
  const both = changingRedactor(() => ({ secrets: projectSecrets(knows), words: typed }));
  return {
    redact,
    redactTyped(words) {
      if (words.length === 0) return redact;
      typed = words;
      return both.now?.() ?? both;
    },
  };
}

type KnowsSecrets = Pick<OpenProject, 'store' | 'signIns' | 'testManagement'>;

function partsOf(
  { projectId, store, userFiles }: Pick<OpenProject, 'projectId' | 'store' | 'userFiles'>,
  { folder, signal, testManagement }: Pick<ReadAllOptions & OpenProjectOptions, 'folder' | 'signal' | 'testManagement'>,
) {
  const kept = keptIn(join(folder, STATE_FOLDER));
  const watched = new WatchedItems({ projectId, folder, store, userFiles, ...kept }, signal);
  return { store, watched, ...kept, ...newFollowers({ testManagement }) };
}

/** State in memory, which the next process does not need. */
const newFollowers = ({ testManagement }: Pick<OpenProjectOptions, 'testManagement'>) => ({
  recentCalls: new RecentCalls(),
  listedElements: new ListedElements(),
  performed: new ReplayableActions(),
  runFollowers: new RunFollowers(),
  recordings: new RecordingSlots(),
  testManagement: new TestManagement(testManagement),
});

const keptIn = (stateDirectory: string) => ({
  runs: new RunArchive(join(stateDirectory, 'runs')),
  signIns: new SignInStates(join(stateDirectory, 'sign-in')),
  screenshots: new Screenshots(join(stateDirectory, 'screenshots')),
});

interface ReadAllOptions extends Pick<OpenProjectOptions, 'secretOverrides' | 'watchFolder' | 'settling'> {
  folder: string;
  signal: AbortSignal;
}

async function readAll(files: ProjectFiles, options: ReadAllOptions) {
  const { folder, signal, secretOverrides } = options;
  const settling = { ...SETTLING_LIMITS, ...options.settling };
  const read = await readProject(files);
  requireProjectFile(read, basename(folder));
  const ofMarks = new PrivateFile(files, MARKS_FILE);
  const ofSecrets = new PrivateFile(files, SECRETS_FILE);
  const marks = new CodeMarks(await ofMarks.readOrStandIn());
  const ofSecretsMark = new PrivateFile(files, SECRETS_MARK_FILE);
  const databases = { values: await ofSecrets.readOrStandIn(), mark: await ofSecretsMark.readOrStandIn() };
  const secrets = new SecretsFile(databases, secretOverrides);
  const { watched, ...own } = await readOwn(files);
  const counters = marks.raised(countDamaged(countFiles(new Map(), read.files.values()), read.damaged));
  const vital = [ofMarks, ofSecrets, ofSecretsMark];
  if (vital.every(({ damage }) => damage === undefined)) {
    // The project can be read without the counters; they are written before any edit that needs them.
    await marks.keep(counters).catch(unlessForeign);
    await secrets.settle();
  }
  const { stats, damaged } = read;
  const outside = new OutsideEdits({ files, stats, damaged, isBusy: () => isGitAtWork(folder), settling, signal });
  const state = { files: read.files, counters };
  const calls = new KeptCalls(files);
  const privateFiles = [...vital, ...Object.values(own).map(({ changes }) => changes)];
  const store = new ProjectStore({ files, outside, secrets, marks, calls, privateFiles, state });
  if (damaged.length === 0) own.breakpoints.forgetGone(store.content);
  const watch = new OutsideWatch({
    folder,
    outside,
    hasOther: async () => {
      if (await store.lookAfter()) return true;
      const looks = [...vital, ...watched].map(async file => file.damage !== undefined || (await file.differs()));
      return (await Promise.all(looks)).includes(true);
    },
    reload: () => store.reload(),
    watchFolder: options.watchFolder ?? watchFolder,
    settling,
  });
  const projectId = ProjectId.parse(basename(folder));
  return { projectId, store, calls, ...own, watch, backups: backupsOf(files, store) };
}

/** Ignores failed writes: the files report those themselves. */
function unlessForeign(error: unknown): void {
  if (!isAppError(error)) throw error;
}

async function readOwn(files: ProjectFiles) {
  const ofTokens = new PrivateFile(files, TOKENS_FILE);
  const tokens = new TokenFile(await ofTokens.readOrStandIn(), { file: ofTokens });
  await tokens.settleBackups();
  const ofPassword = new PrivateFile(files, PASSWORD_FILE);
  // No backup replaces the password file: it may hold a password that was changed because others knew it.
  const password = new ProjectPassword(await ofPassword.readOrNothing(), ofPassword);
  const ofBreakpoints = new PrivateFile(files, BREAKPOINTS_FILE);
  const breakpoints = new BreakpointFile(await ofBreakpoints.readOrStandIn(), ofBreakpoints);
  return { tokens, password, breakpoints, watched: [ofTokens, ofPassword, ofBreakpoints] };
}

const backupsOf = (files: ProjectFiles, store: ProjectStore): ProjectBackups => ({
  list: () => listBackups(files),
  async restore(wanted) {
    let restored: Awaited<ReturnType<typeof restoreBackups>> = [];
    await store.replace(async () => {
      restored = await restoreBackups(files, wanted);
    });
    return restored;
  },
});

/** A checkout replaces files one by one. For a link, its target counts. False where this is not known. */
export async function isGitAtWork(folder: string): Promise<boolean> {
  try {
    const git = await gitFolder(await realpath(folder));
    return git !== undefined && (await nodeFileSystem.stat(join(git, 'index.lock'))) !== undefined;
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
