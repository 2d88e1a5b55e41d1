import { join } from 'node:path';
import { z } from 'zod';
import { callTool, isPersonHere, type ToolCallServices, userOf } from '../rpc/calls/call-tool.ts';
import { identifyFolder, isSameFolder } from '../store/files/folder-identity.ts';
import type { CallerWindows } from '../tools/define/caller-windows.ts';
import type { Caller } from '../tools/define/define-tool.ts';
import { UNSAVED_PROJECT } from '../workspace/create-project.ts';
import type { DoEvent, DoMemory, DoSession } from './do-session.ts';
import { doWords } from './do-words.ts';

const MOST_WORDS = 1_000;
const MOST_CHARACTERS = 200_000;

/** What the command sends. */
export const DoCommand = z.strictObject({
  words: z.array(z.string().max(MOST_CHARACTERS)).max(MOST_WORDS).optional(),
  lines: z.string().max(MOST_CHARACTERS).optional(),
  /** Whose window it is: commands with the same one share it. */
  session: z.string().min(1).max(1_000),
  /** What people call that window. */
  name: z.string().trim().min(1).max(60),
  project: z.string().max(100).optional(),
  /** Whose service is meant: a copied folder names that of its original. */
  workspace: z.string().max(4_000).optional(),
  /** Windows that open are visible. */
  headed: z.boolean().optional(),
  /** In the window that IDEs show. */
  shared: z.boolean().optional(),
  /** Where the command runs. */
  folder: z.string().max(4_000).optional(),
  json: z.boolean().optional(),
});
export type DoCommand = z.infer<typeof DoCommand>;

export interface DoDoorOptions {
  services: ToolCallServices;
  windows: Pick<CallerWindows, 'take' | 'nameOf' | 'close'>;
  /** Where what is uploaded is put. */
  files: { write(projectId: string, path: unknown, bytes: Buffer): Promise<unknown> };
  /** Folder of the workspace. */
  folder?: string | undefined;
}

interface DoCall {
  command: DoCommand;
  caller: Caller;
  signal: AbortSignal;
  send(event: DoEvent): void;
}

const MOST_SESSIONS = 1_000;

/** Commands of one session act in one window, and remember what they have told. */
export class DoDoor {
  readonly #options: DoDoorOptions;
  readonly #memories = new Map<string, DoMemory>();

  constructor(options: DoDoorOptions) {
    this.#options = options;
  }

  /** Whether the command is about the workspace of this service. */
  async isMeant({ workspace }: Pick<DoCommand, 'workspace'>): Promise<boolean> {
    const { folder } = this.#options;
    if (workspace === undefined || folder === undefined) return true;
    return isSameFolder(await identifyFolder(workspace), await identifyFolder(folder));
  }

  /** Resolves with the exit code. Errors: those of choosing the project, `busy` where all windows are in use. */
  async perform({ command, caller: person, signal, send }: DoCall): Promise<number> {
    const { services, windows, files } = this.#options;
    const caller = shellCaller(person, command);
    const projectId = command.project ?? caller.projectId ?? onlyOne(services.projectIds());
    const call = async (name: string, args: object): Promise<unknown> => {
      const given = projectId === undefined ? args : { projectId, ...args };
      const params = { name, arguments: given };
      return (await callTool({ caller, args: params, signal, report: () => {} }, services)).output;
    };
    if (projectId !== undefined && !command.shared && this.#mayAct(caller, projectId))
      if (windows.nameOf(projectId, userOf(caller)) === undefined) await windows.take(projectId, userOf(caller), OWN);
    const isHere = isPersonHere(person);
    const session: DoSession = {
      memory: this.#memoryOf(JSON.stringify([projectId, caller.actor.id, command.shared])),
      // Anybody else may be on another machine, and reads nothing of this one.
      folder: isHere ? command.folder : undefined,
      unsavedFolder: isHere ? this.#unsavedFolder(projectId) : undefined,
      isJson: command.json ?? false,
      isHeaded: command.headed ?? false,
      signal,
      call,
      send,
      putFile: async (path, bytes) => {
        if (projectId !== undefined) await files.write(projectId, path, bytes);
      },
      closeWindow: async () => {
        const name = projectId === undefined ? undefined : windows.nameOf(projectId, userOf(caller));
        if (projectId !== undefined && name !== undefined) await windows.close(projectId, name, caller.actor.name);
      },
    };
    return await doWords(command, session);
  }

  /** The tools refuse all others by themselves, who must not have taken a window by then. */
  #mayAct({ access, projectId: own }: Caller, projectId: string): boolean {
    const isOpen = this.#options.services.projectIds().includes(projectId);
    return isOpen && access !== 'read' && (own === undefined || own === projectId);
  }

  #unsavedFolder(projectId: string | undefined): string | undefined {
    const { folder } = this.#options;
    return projectId === UNSAVED_PROJECT && folder !== undefined ? join(folder, projectId) : undefined;
  }

  #memoryOf(key: string): DoMemory {
    const memory = this.#memories.get(key) ?? { url: undefined };
    // The ones used last stay.
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    const [oldest] = this.#memories.keys();
    if (this.#memories.size > MOST_SESSIONS && oldest !== undefined) this.#memories.delete(oldest);
    return memory;
  }
}

const OWN = 'own';

const onlyOne = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined);

/** Whoever drives a shell is told apart from the person at the page, who may take the window over. */
function shellCaller(caller: Caller, { session, name }: DoCommand): Caller {
  if (caller.access !== 'owner') return { ...caller, session: `do ${session}` };
  const { projectId } = caller;
  return { actor: { id: `shell ${session}`, name }, access: 'write', projectId, session: `do ${session}` };
}
