import { parseArgs } from 'node:util';
import { AppError } from '../../model/errors/errors.ts';

/** What the command at the other end does, in the order in which it is sent. */
export type DoEvent =
  | { out: string }
  | { err: string }
  /** Copies a file of this machine to where the command runs. */
  | { copy: { from: string; to: string } }
  /** Makes a project of a folder in `./workspace`, unless there is one of that id. */
  | { project: { from: string; projectId: string } }
  /** Writes what is too long to be read in a terminal, and says where. */
  | { long: { name: string; text: string } }
  /** The last one. */
  | { exit: number };

/** What is remembered between the commands of one session. */
export interface DoMemory {
  /** Address that was told last. */
  url: string | undefined;
}

/** One command: verbs that are performed one after the other. */
export interface DoSession {
  readonly memory: DoMemory;
  /** Folder in which the command runs; undefined where it is not on this machine. */
  readonly folder: string | undefined;
  /** Of the project, where nobody has said yet where it belongs. */
  readonly unsavedFolder: string | undefined;
  /** Answers as the tools give them, each in one line of JSON. */
  readonly isJson: boolean;
  /** Whether a window that opens is visible. */
  readonly isHeaded: boolean;
  readonly signal: AbortSignal;
  /** Errors: those of the tool. */
  call(tool: string, args: object): Promise<unknown>;
  send(event: DoEvent): void;
  /** Puts a file of the folder of the command into the project. Errors: those of the store. */
  putFile(path: string, bytes: Buffer): Promise<void>;
  /** Closes the window of the session, if it has one. */
  closeWindow(): Promise<void>;
}

/** A verb that asks something, or does what is no action of a test. */
export interface AskingVerb {
  name: string;
  also?: readonly string[];
  usage: string;
  about: string;
  /** Errors: `invalid-params`, and those of the tools. */
  ask(words: readonly string[], session: DoSession): Promise<void>;
}

export const print = ({ send }: DoSession, text: string): void => {
  if (text !== '') send({ out: text });
};

type VerbOptions = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

/** Errors: `invalid-params`, with the usage. */
export function readArguments<const Given extends VerbOptions>(
  words: readonly string[],
  usage: string,
  options: Given,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    throw usageFault(`“${words.join(' ')}” is not understood`, usage);
  }
}

export const usageFault = (what: string, usage: string): AppError =>
  new AppError('invalid-params', `${what}. Usage: ${usage}`, { expected: usage });
