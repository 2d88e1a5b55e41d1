/** Calls between a run and the process of one of its lanes. All of it is plain data. */
import { AppError, type ErrorKind, isAppError } from '../../model/errors/errors.ts';
import type { ElementLook, KnownElement } from '../../model/locator/element-look.ts';
import type { BrowserState } from '../../model/project/browser-state.ts';
import type { VersionParts } from '../../model/project/version-content.ts';
import type { ConsoleEntry } from '../../model/protocol/app-window.ts';
import type { Film, PlannedActor, PlannedItem, RunPlan, RunProgress, TraceFile } from '../../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../../model/protocol/browser-endpoint.ts';
import type { Identity } from '../../model/protocol/identity.ts';
import type { ItemResult, Repair } from '../../model/run/run.ts';
import type { PageLimits } from '../browser/limits/page-limits.ts';
import type { ActionUnderWay } from '../runner/run/item-request.ts';
import type { SignInState } from '../runner/sign-in/sign-ins.ts';

export interface WorkerBrowsers {
  attachTo?: BrowserEndpoint | undefined;
  /** Nobody will look at the windows. */
  mayBeShell: boolean;
  forbiddenOrigins: readonly string[];
  pageLimits?: Partial<PageLimits> | undefined;
}

type WorkerQuestion = 'pathOf' | 'putFile' | 'baselines' | 'known' | 'isRejected';

export interface SentPlan extends Omit<RunPlan, WorkerQuestion | 'debugging' | 'features' | 'items' | 'content'> {
  content: VersionParts;
  items: readonly SentItem[];
}
type WithoutKeep<Who extends { identity?: Identity | undefined }> = Omit<Who, 'identity'> & {
  identity?: Omit<Identity, 'keep'> | undefined;
};
export type SentItem = Omit<WithoutKeep<PlannedItem>, 'actors'> & {
  actors?: readonly WithoutKeep<PlannedActor>[] | undefined;
};

export interface LaneSetup {
  plan: SentPlan;
  lane: number;
  browsers: WorkerBrowsers;
  takes: { trace: boolean; video: boolean };
}

export interface AskedItem {
  itemIndex: number;
  attempt: number;
  /** Index of the item that is likely next in some lane; -1 when there is none. */
  upcoming: number;
  /** Result of an earlier sign-in. Missing where the item has to sign in. */
  signedIn?: SignInState | undefined;
  /** The same of other actors, by name. */
  actorsSignedIn?: Readonly<Record<string, SignInState>> | undefined;
}

interface SentError {
  kind: ErrorKind;
  message: string;
  field?: string | undefined;
  next?: string | undefined;
}

type WorkerResult<Value> = { value: Value } | { error: SentError };

export type LaneAnswer = { item: ItemResult } | { notReady: SentError } | { error: SentError } | { isStopped: true };

export interface WorkerFunctions {
  runItem(asked: AskedItem): Promise<LaneAnswer>;
  stop(): void;
  /** Hands over the trace of the last item, and closes the browser. */
  end(): Promise<void>;
}

export interface LaneFunctions {
  pathOf(file: string, field: string): Promise<WorkerResult<string>>;
  putFile(file: string, bytes: Uint8Array): Promise<WorkerResult<void>>;
  baselinePath(name: string): Promise<WorkerResult<string>>;
  readBaseline(name: string): Promise<WorkerResult<Uint8Array | undefined>>;
  writeBaseline(name: string, bytes: Uint8Array): Promise<WorkerResult<void>>;
  known(actionId: KnownElement['actionId'], locator: string): Promise<WorkerResult<ElementLook | undefined>>;
  isRejected(actionId: KnownElement['actionId'], repair: Repair): Promise<WorkerResult<boolean>>;
  picture(name: string, bytes: Uint8Array, format: 'png' | 'jpeg', itemIndex?: number): Promise<WorkerResult<string>>;
  file(name: string, bytes: Uint8Array, itemIndex?: number): Promise<WorkerResult<string>>;
  trace(files: readonly TraceFile[]): Promise<WorkerResult<void>>;
  video(name: string, film: Film, itemIndex: number): Promise<WorkerResult<string | undefined>>;
  /** Without an actor, that of the item itself. */
  keepSignIn(itemIndex: number, state: BrowserState | undefined, actor?: string): Promise<WorkerResult<void>>;
  ready(): void;
  began(browser: string | undefined): void;
  atAction(itemIndex: number, action: Omit<ActionUnderWay, 'filled'> & { title: string }): void;
  progress(event: RunProgress, done: number): void;
  console(itemIndex: number, entry: ConsoleEntry): void;
  learned(itemIndex: number, known: KnownElement): void;
  conceal(values: readonly string[]): void;
  concealWord(word: string): void;
  signedIn(itemIndex: number, outcome: SignInState, actor?: string): void;
}

/** Calls without an answer, which arrive in the order of sending. */
export const NOTICES = [
  'ready',
  'began',
  'atAction',
  'progress',
  'console',
  'learned',
  'conceal',
  'concealWord',
  'signedIn',
] as const satisfies readonly (keyof LaneFunctions)[];

export function sentError(error: unknown): SentError {
  if (!isAppError(error)) return { kind: 'internal', message: error instanceof Error ? error.message : String(error) };
  const { field, next } = error.detail;
  return { kind: error.kind, message: error.message, ...(field && { field }), ...(next && { next }) };
}

export const receivedError = ({ kind, message, field, next }: SentError): AppError =>
  new AppError(kind, message, { ...(field && { field }), ...(next && { next }) });

export async function answerWith<Value>(work: () => Value | Promise<Value>): Promise<WorkerResult<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: sentError(error) };
  }
}

/** Errors: the one that is answered. */
export async function answered<Value>(asked: Promise<WorkerResult<Value>>): Promise<Value> {
  const answer = await asked;
  if ('error' in answer) throw receivedError(answer.error);
  return answer.value;
}
