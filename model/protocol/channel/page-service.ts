/** The ports over which the socket of the pages and the service meet. */
import type { ProjectId } from '../../names/codes.ts';
import type { CallProgress, Hello, IdeId, NoticeOf, PageParams, PageResult, ServiceNoticeName } from './channel.ts';

/** Sends a page what it follows. */
export type Notify = <Name extends ServiceNoticeName>(method: Name, params: NoticeOf<Name>) => void;

/** A project as one page follows it. */
export interface ProjectSubscription {
  readonly opened: PageResult<'project/open'>;
  /** Errors: `not-found`. */
  openTest(params: PageParams<'test/open'>): PageResult<'test/open'>;
  closeTest(params: PageParams<'test/close'>): void;
  /** Idempotent. */
  stop(): void;
}

interface WireError {
  code: number;
  message: string;
  data: Readonly<Record<string, unknown>>;
}

/** What the service does for the pages of one person. */
export interface PageService {
  hello(): Omit<Hello, 'ideId'>;
  /** Errors: those of the tool. */
  callTool(
    params: PageParams<'tools/call'>,
    options: { signal: AbortSignal; ideId: IdeId | undefined; report(progress: CallProgress): void },
  ): Promise<unknown>;
  /** Errors: `not-found`, those for which a project is not open. */
  follow(params: PageParams<'project/open'>, notify: Notify): Promise<ProjectSubscription>;
  /** Tells of projects that are opened, made and removed; returns how to stop that. */
  onProjects(listener: (projects: Hello['projects']) => void): () => void;
  /** What an error becomes on the wire, with secrets masked. */
  explain(error: unknown): WireError;
}

interface PairedDevice {
  /** By which it is unpaired. */
  key: string;
  /** Notes that it came in just now, and what people know it by. */
  noteUse(name: string): Promise<void>;
}

/** A person who is signed in, or a browser extension that is paired. */
export interface Admission {
  /** The only project that they may use; undefined: all. */
  projectId?: ProjectId | undefined;
  /** What they prove it with from now on, where they did by a code this time. */
  credential?: Promise<string> | undefined;
  /** What is known of a browser whose extension is paired. */
  device?: PairedDevice | undefined;
  /** Tells once when they are signed out; returns how to stop listening. */
  onEnd(listener: () => void): () => void;
}

/** What is known of somebody who asks for a socket. */
interface SocketRequest {
  url?: string | undefined;
  rawHeaders: readonly string[];
}

/**
 * Whether whoever asks for a socket may have one, and who they are by the session that they prove with it; undefined for
 * one that is not known there. Errors: `host-refused`.
 */
export type Admit = (request: SocketRequest) => (session: string) => Admission | undefined;
