import { basename, join } from 'node:path';
import { Low } from 'lowdb';
import type { z } from 'zod';
import { ProjectId } from '../../model/project/codes.ts';
import { isAppError } from '../../model/protocol/errors.ts';
import { RunArchive } from '../runs/run-archive.ts';
import { countFiles } from './code-counters.ts';
import { CodeMarks, CodeMarksData } from './code-marks.ts';
import type { FileSystem } from './files/file-system.ts';
import { jsonFile } from './files/json-file.ts';
import { parseJson } from './files/parse-json.ts';
import { openProjectFiles, type ProjectFiles } from './files/project-files.ts';
import { acquireProjectLock } from './files/project-lock.ts';
import { ProjectStore } from './project-store.ts';
import { type DamagedFile, damageSummary, readProject, requireProjectFile } from './read-project.ts';
import { RememberedReplies } from './remembered-replies.ts';
import { Screenshots } from './screenshots.ts';
import { SecretsData, SecretsFile } from './secrets-file.ts';
import { parseFile } from './stored.ts';
import { TokenFile, TokensData } from './tokens/token-file.ts';

export const STATE_FOLDER = '.steploom';
const PRIVATE = 0o600;

/** A project that this process holds. */
export interface OpenProject {
  readonly projectId: ProjectId;
  readonly folder: string;
  readonly store: ProjectStore;
  readonly tokens: TokenFile;
  readonly runs: RunArchive;
  readonly screenshots: Screenshots;
  readonly replies: RememberedReplies;
  readonly damaged: readonly DamagedFile[];
  /** Address of the service, once there is one. */
  readonly url: string | undefined;
  /** Tells a second process where this one is reached. */
  updateUrl(url: string): Promise<void>;
  /** Finishes edits under way and gives the lock back. Idempotent. */
  dispose(): Promise<void>;
}

interface OpenOptions {
  fs: FileSystem;
  folder: string;
  /** Address that a second process is told. */
  url: string | undefined;
  /** Secret values by item name that win over stored ones. */
  secretOverrides?: ReadonlyMap<string, string> | undefined;
}

/** Takes the lock of a project and opens it. Errors: `project-locked`, `damaged-file`, `not-found`, `read-only`. */
export async function openProject({ fs, folder, url, secretOverrides }: OpenOptions): Promise<OpenProject> {
  const stateDirectory = join(folder, STATE_FOLDER);
  const lock = await acquireProjectLock({ directory: folder, stateDirectory, owner: { pid: process.pid, url } });
  try {
    const files = await openProjectFiles({ fs, root: folder, stateDirectory });
    const project = await readAll(files, folder, secretOverrides);
    let address = url;
    let closing: Promise<void> | undefined;
    const close = async () => {
      try {
        await project.store.close();
        await project.tokens.close();
      } finally {
        await lock.release();
      }
    };
    return {
      ...project,
      folder,
      runs: new RunArchive(join(stateDirectory, 'runs')),
      replies: new RememberedReplies(),
      screenshots: new Screenshots(join(stateDirectory, 'screenshots')),
      get url() {
        return address;
      },
      updateUrl(changed) {
        address = changed;
        return lock.updateOwner({ pid: process.pid, url: changed });
      },
      dispose: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function readAll(files: ProjectFiles, folder: string, overrides?: ReadonlyMap<string, string>) {
  const read = await readProject(files);
  requireProjectFile(read, basename(folder));
  const damaged = [...read.damaged];
  const ofMarks = openDatabase(files, 'marks', CodeMarksData, { format: 1, versions: {} });
  const ofSecrets = openDatabase(files, 'secrets', SecretsData, { format: 1, secrets: {} });
  const ofTokens = openDatabase(files, 'tokens', TokensData, { format: 1, enabled: false, tokens: [] });
  const marks = new CodeMarks(await readOrStandIn(ofMarks, files, damaged));
  const secrets = new SecretsFile(await readOrStandIn(ofSecrets, files, damaged), overrides);
  // No backup stands in for tokens: it may hold ones that were revoked.
  await ofTokens.low.read();
  const tokens = new TokenFile(ofTokens.low);
  const counters = marks.raised(countFiles(new Map(), read.files.values()));
  const readOnlyReason = damageSummary(damaged);
  if (readOnlyReason === undefined) await marks.keep(counters);
  const state = { files: read.files, counters };
  const store = new ProjectStore({ files, secrets, marks, state, stats: read.stats, readOnlyReason });
  return { projectId: ProjectId.parse(basename(folder)), store, tokens, damaged };
}

/** A private file of a project as lowdb sees it. */
interface Database<Data> {
  path: string;
  low: Low<Data>;
  parse(json: unknown): Data;
}

function openDatabase<Data extends object>(
  files: ProjectFiles,
  name: string,
  schema: z.ZodType<Data>,
  defaults: Data,
): Database<Data> {
  const path = `${STATE_FOLDER}/${name}.json`;
  const parse = (json: unknown): Data => parseFile(schema, path, json);
  return { path, parse, low: new Low(jsonFile(files, path, { parse, mode: PRIVATE }), defaults) };
}

/** Reads a file; the newest good backup stands in for one that is damaged, which is named then. */
async function readOrStandIn<Data>(
  { path, low, parse }: Database<Data>,
  files: ProjectFiles,
  damaged: DamagedFile[],
): Promise<Low<Data>> {
  try {
    await low.read();
  } catch (error) {
    if (!isAppError(error, 'damaged-file')) throw error;
    const backup = await files.newestGoodBackup(path, text => parse(parseJson(text, { file: path })));
    if (backup !== undefined) low.data = backup.value;
    damaged.push({ path, reason: error.message, ...(backup === undefined ? {} : { backup: backup.path }) });
  }
  return low;
}
