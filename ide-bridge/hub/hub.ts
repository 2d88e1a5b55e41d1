import { IdeId } from '../../model/protocol/channel/channel.ts';
import { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import type { Admission, PageService } from '../../model/protocol/channel/page-service.ts';
import { Changes } from '../browser/logs/changes.ts';
import { HUB_LIMITS, type HubLimits } from './hub-limits.ts';
import { PageConnection } from './page-connection.ts';
import type { TakeSocket } from './socket-server.ts';

export class Hub implements AsyncDisposable {
  readonly #limits: HubLimits;
  readonly #connections = new Set<PageConnection>();
  readonly changes = new Changes();
  readonly #kept = new Set<IdeId>();
  #isDisposed = false;

  constructor(limits: Partial<HubLimits> = {}) {
    this.#limits = { ...HUB_LIMITS, ...limits };
  }

  /** Only pages that have reported; last used first. */
  get pages(): readonly PageConnection[] {
    return [...this.#connections].filter(({ report }) => report !== undefined).reverse();
  }

  /** Each socket is served as the person signed in to it. */
  serve(serviceFor: (admission: Admission) => PageService): TakeSocket {
    return (socket, admission) => {
      if (this.#isDisposed || this.#connections.size >= this.#limits.connections) {
        socket.close(CLOSE_CODES.tooMany, 'Too many pages are open.');
        return;
      }
      const service = serviceFor(admission);
      const options = { limits: this.#limits, service, giveId: this.#giveId, onReport: this.#onReport };
      this.#add(new PageConnection(socket, options), admission);
    };
  }

  /** Keeps an id, by default a free one, for a window that is about to open. */
  keepId(id = this.#freeId()): IdeId {
    this.#kept.add(id);
    return id;
  }

  dropId(id: IdeId): void {
    this.#kept.delete(id);
  }

  /** Idempotent. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    for (const connection of this.#connections) connection.close('ending', 'Steploom is shutting down.');
    const rest = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, ENDING_GRACE_MS);
    await Promise.all([...this.#connections].map(connection => new Promise<void>(end => connection.onClose(end))));
    clearTimeout(rest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #add(connection: PageConnection, admission: Admission): void {
    this.#connections.add(connection);
    const stop = admission.onEnd(() => connection.close('signedOut', 'Signed out.'));
    connection.onClose(() => {
      stop();
      this.#connections.delete(connection);
      this.changes.emit();
    });
  }

  readonly #giveId = (connection: PageConnection, wanted: IdeId | undefined): IdeId => {
    if (connection.ideId !== undefined) return connection.ideId;
    if (wanted === undefined || this.#isTaken(wanted)) return this.#freeId();
    this.#kept.delete(wanted);
    return wanted;
  };

  #isTaken(id: IdeId): boolean {
    return [...this.#connections].some(({ ideId }) => ideId === id);
  }

  #freeId(): IdeId {
    for (let number = 1; ; number++) {
      const id = IdeId.parse(`ide${number}`);
      if (!this.#isTaken(id) && !this.#kept.has(id)) return id;
    }
  }

  /** The last used page is last among the connections. */
  readonly #onReport = (connection: PageConnection): void => {
    if (connection.report?.isFocused || this.pages.length === 1) {
      this.#connections.delete(connection);
      this.#connections.add(connection);
    }
    this.changes.emit();
  };
}

const ENDING_GRACE_MS = 500;
