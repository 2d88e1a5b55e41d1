/** Ports between the socket of the pages and the service. */
import type { ProjectId } from '../../names/codes.ts';
import type { CallProgress, Hello, IdeId, NoticeOf, PageParams, PageResult, ServiceNoticeName } from './channel.ts';

export type Notify = <Name extends ServiceNoticeName>(method: Name, params: NoticeOf<Name>) => void;

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

export interface PageService {
  hello(): Omit<Hello, 'ideId'>;
  /** Errors: those of the tool. */
  callTool(
    params: PageParams<'tools/call'>,
    options: { signal: AbortSignal; ideId: IdeId | undefined; report(progress: CallProgress): void },
  ): Promise<unknown>;
  /** Errors: `not-found`, those for which a project is not open. */
  follow(
    params: PageParams<'project/open'>,
    page: { ideId: IdeId | undefined; notify: Notify },
  ): Promise<ProjectSubscription>;
  /** Called when projects are opened, made or removed. Returns how to stop that. */
  onProjects(listener: (projects: Hello['projects']) => void): () => void;
  /** Secrets are masked. */
  explain(error: unknown): WireError;
}

interface PairedDevice {
  key: string;
  noteUse(name: string): Promise<void>;
}

/** A signed-in person, or a paired browser extension. */
export interface Admission {
  /** The only project that they may use; undefined: all. */
  projectId?: ProjectId | undefined;
  /** A new credential, for those who came with a one-time code. */
  credential?: Promise<string> | undefined;
  device?: PairedDevice | undefined;
  /** Called once when they are signed out. Returns how to stop listening. */
  onEnd(listener: () => void): () => void;
}

interface SocketRequest {
  url?: string | undefined;
  rawHeaders: readonly string[];
}

/**
 * Checks a request for a socket, then the session that it proves; undefined for an unknown session. Errors:
 * `host-refused`.
 */
export type Admit = (request: SocketRequest) => (session: string) => Admission | undefined;
