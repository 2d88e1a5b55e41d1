import { AppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { CallOptions, ConsoleEntry, Picture, ScreenshotRequest } from '../../model/protocol/app-window.ts';
import type { IdeId } from '../../model/protocol/channel/channel.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import type { IdeOpening, Ides, OpenIde } from '../../model/protocol/ide.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { IdeWindows } from '../browser/ide-windows.ts';
import type { Hub } from './hub.ts';

/** Loading a page and signing in takes a second or two, longer on a busy machine. */
const OPEN_LIMIT_MS = 20_000;

export class ConnectedIdes implements Ides {
  readonly #hub: Hub;
  readonly #windows: IdeWindows;
  #opening = 0;

  constructor(hub: Hub, windows: IdeWindows) {
    this.#hub = hub;
    this.#windows = windows;
    windows.onDeath(ideId => hub.keepId(ideId));
  }

  all(): OpenIde[] {
    return this.#hub.pages.flatMap(({ ideId, report }): OpenIde[] => {
      if (ideId === undefined || report === undefined) return [];
      return [{ ideId, report, isOwn: this.#windows.has(ideId), headed: this.#windows.isHeaded(ideId) }];
    });
  }

  isWatched(projectId: string): boolean {
    return this.all().some(({ headed, report }) => headed === true && report.projectId === projectId);
  }

  get isOpening(): boolean {
    return this.#opening > 0;
  }

  async until(fits: (ide: OpenIde) => boolean, { signal, timeoutMs }: CallOptions): Promise<boolean> {
    if (this.all().some(fits)) return true;
    const end = timeoutMs === undefined ? signal : AbortSignal.any([signal, timeoutSignal(timeoutMs)]);
    if (end.aborted) return false;
    return await new Promise(resolve => {
      const finish = (isThere: boolean) => {
        stop();
        end.removeEventListener('abort', giveUp);
        resolve(isThere);
      };
      const giveUp = () => finish(false);
      const stop = this.#hub.changes.listen(() => {
        if (this.all().some(fits)) finish(true);
      });
      end.addEventListener('abort', giveUp, { once: true });
    });
  }

  async navigate(ideId: IdeId, destination: IdeDestination, options: CallOptions): Promise<IdeReport> {
    const page = this.#hub.pages.find(candidate => candidate.ideId === ideId);
    if (page !== undefined) return await page.navigate(destination, options);
    throw new AppError('ide-not-open', `There is no IDE ${ideId}, or no longer.`, {
      field: 'ideId',
      next: 'getIDEState',
    });
  }

  async open(
    { url, projectId, headed }: IdeOpening,
    { signal, timeoutMs = OPEN_LIMIT_MS }: CallOptions,
  ): Promise<OpenIde> {
    const ideId = this.#hub.keepId();
    this.#opening += 1;
    try {
      await this.#windows.open(ideId, { url: () => `${url()}&ide=${ideId}`, headed });
      const isShown = ({ report }: OpenIde) => projectId === undefined || report.projectId === projectId;
      await this.until(ide => ide.ideId === ideId && isShown(ide), { signal, timeoutMs });
    } finally {
      this.#opening -= 1;
      this.#hub.dropId(ideId);
    }
    const opened = this.all().find(ide => ide.ideId === ideId);
    if (opened !== undefined) return opened;
    if (this.#windows.has(ideId)) await this.#windows.close(ideId);
    signal.throwIfAborted();
    throw new AppError('page-error', `The page of the IDE did not sign in within ${inSeconds(timeoutMs)}.`);
  }

  async close(ideId: IdeId): Promise<void> {
    await this.#windows.close(ideId);
  }

  async screenshot(ideId: IdeId, request: ScreenshotRequest, options: CallOptions): Promise<Picture> {
    return await this.#windows.screenshot(ideId, request, options);
  }

  console(ideId: IdeId): readonly ConsoleEntry[] {
    return this.#windows.console(ideId);
  }
}
