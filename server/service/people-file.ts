import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProjectId } from '../../model/names/codes.ts';
import type { StoredSession } from '../rpc/access/sessions.ts';
import { STATE_FOLDER } from '../store/edits/stored.ts';
import { nodeFileSystem, PRIVATE_FILE, PRIVATE_FOLDER } from '../store/files/file-system.ts';

const PeopleData = z.object({
  sessions: z
    .array(
      z.object({
        hash: z.string(),
        origin: z.string(),
        projectId: ProjectId.optional(),
        name: z.string().optional(),
        createdAt: z.string(),
        lastUsedAt: z.string(),
      }),
    )
    // Sessions of an earlier release name no origin.
    .catch([]),
  lastProject: ProjectId.optional(),
});
type PeopleData = z.infer<typeof PeopleData>;

const NOBODY: PeopleData = { sessions: [] };

/** Sessions, and the project shown last. Losing them only costs a sign-in, so they are neither synced nor backed up. */
export class PeopleFile {
  readonly #folder: string;
  #content: PeopleData;
  #writing: Promise<void> = Promise.resolve();

  private constructor(folder: string, content: PeopleData) {
    this.#folder = folder;
    this.#content = content;
  }

  /** A file that cannot be read counts as empty. */
  static async open(workspaceFolder: string): Promise<PeopleFile> {
    const folder = join(workspaceFolder, STATE_FOLDER);
    try {
      return new PeopleFile(folder, PeopleData.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8'))));
    } catch {
      return new PeopleFile(folder, NOBODY);
    }
  }

  get sessions(): readonly StoredSession[] {
    return this.#content.sessions;
  }

  get lastProject(): ProjectId | undefined {
    return this.#content.lastProject;
  }

  keepSessions(sessions: readonly StoredSession[]): Promise<void> {
    return this.#keep({ ...this.#content, sessions: [...sessions] });
  }

  keepLastProject(lastProject: ProjectId): Promise<void> {
    return lastProject === this.#content.lastProject ? this.#writing : this.#keep({ ...this.#content, lastProject });
  }

  settled(): Promise<void> {
    return this.#writing;
  }

  #keep(content: PeopleData): Promise<void> {
    this.#content = content;
    this.#writing = this.#writing.then(() => this.#write()).catch(() => {});
    return this.#writing;
  }

  async #write(): Promise<void> {
    const path = join(this.#folder, FILE);
    const temporary = `${path}.${process.pid}.tmp`;
    await nodeFileSystem.makeDirectory(this.#folder, PRIVATE_FOLDER);
    try {
      await writeFile(temporary, `${JSON.stringify(this.#content)}\n`, { mode: PRIVATE_FILE });
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

const FILE = 'people.json';
