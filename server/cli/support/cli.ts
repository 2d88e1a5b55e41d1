import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { AppError, type ErrorKind } from '../../../model/errors/errors.ts';
import type { Bridge } from '../../../model/protocol/bridge.ts';
import { type BrowserEndpoint, readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import type { ReportStream } from '../../reports/start-reports.ts';
import type { WhichPassword } from './read-password.ts';

export const EXIT = { ok: 0, failed: 1, usage: 2, nothingMatched: 3, cannotStart: 4, interrupted: 130 } as const;

export const DEFAULT_PORT = 4620;

/** The browser starts while other things are made ready; it ends with this, unless a run has taken it. */
export interface BrowserAhead extends AsyncDisposable {
  /** The first run of the bridge takes the browser, and reports why it could not start. */
  createBridge(): Promise<Bridge>;
}

interface BrowserHere {
  executablePath: string;
  source: string;
}

interface Browsers {
  /** Errors: `browser-missing` where there is nothing to attach to. */
  createBridge(options?: { attachTo?: BrowserEndpoint | undefined }): Promise<Bridge>;
  /** `workers`: in how many processes the tests will run, this one included. */
  startAhead(options: { headed: boolean; workers: number }): BrowserAhead;
  find(): Promise<BrowserHere | undefined>;
  /** Errors: `browser-missing`; the reason of `signal`. */
  install(options: { report(line: string): void; signal: AbortSignal }): Promise<BrowserHere>;
  /** `fault`: why the headless shell is not used although it is there. */
  findShell(): Promise<(BrowserHere & { fault?: string | undefined }) | undefined>;
  /** Errors: as `install`. */
  installShell(options: { report(line: string): void; signal: AbortSignal }): Promise<BrowserHere>;
}

type TerminalOutput = NodeJS.WritableStream & ReportStream;

export interface Cli {
  /** Results: machine output and nothing else. */
  print(text: string): void;
  /** Progress, hints and errors. */
  notify(text: string): void;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  input: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
  workspaceFolder(): Promise<string>;
  browsers: Browsers;
  /** Errors: `invalid-params`. */
  readPassword(which: WhichPassword): Promise<string>;
  explain(error: AppError): Promise<string[]>;
  /** For a command that did what it should and found something bad. */
  exitWith(code: number): void;
}

export type CliCommand = (program: Command, cli: Cli) => void;

/** What was asked for is right, and could not be done. */
const FAILED: readonly ErrorKind[] = ['feature-server-failed', 'read-only', 'disk-full'];

const CANNOT_START: readonly ErrorKind[] = [
  'browser-missing',
  'browser-lost',
  'page-misbehaved',
  'project-locked',
  'busy',
  'store-failed',
  'queue-failed',
];

export function exitCodeOf({ kind }: AppError): number {
  if (FAILED.includes(kind)) return EXIT.failed;
  return CANNOT_START.includes(kind) ? EXIT.cannotStart : EXIT.usage;
}

export const collect = (value: string, list: string[] = []): string[] => [...list, value];

export const CONNECT_HELP =
  'attach to a running browser: ws://… of Playwright (launchServer, bind), http://… of a debugging port';

/** Errors: `invalid-params`. */
export const readConnect = (text: string | undefined): BrowserEndpoint | undefined =>
  text === undefined ? undefined : readBrowserEndpoint(text, '--connect');

/** Errors: `invalid-params`. */
export function readAssignments(texts: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(
    texts.map(text => {
      const at = text.indexOf('=');
      if (at < 1) throw new AppError('invalid-params', `${option} takes NAME=VALUE, not "${text}".`, { field: option });
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

export function secretOverrides(environment: Cli['environment']): ReadonlyMap<string, string> {
  const prefix = 'STEPLOOM_SECRET_';
  const found = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
  );
  return new Map(found);
}
