import { AppError } from '../../model/errors/errors.ts';
import type { CallOptions, PageElement } from '../../model/protocol/app-window.ts';
import type { Admission } from '../../model/protocol/channel/page-service.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { HUB_LIMITS, type HubLimits } from '../hub/hub-limits.ts';
import type { TakeSocket } from '../hub/socket-server.ts';
import { type LiveActor, LiveView } from './live-view.ts';
import { Viewer } from './viewer.ts';

interface LiveViewsOptions {
  /** Errors: `invalid-project`. */
  pathOf(projectId: string, file: string): Promise<string>;
  limits?: Partial<HubLimits> | undefined;
}

/** An app window of a project; without a name, the one that all share; without an actor, that of the first one. */
export interface WindowPlace {
  projectId: string;
  name: string | undefined;
  actor?: string | undefined;
}

const keyOf = ({ projectId, name, actor }: WindowPlace): string =>
  JSON.stringify([projectId, name ?? null, actor ?? null]);

interface AppOfProject {
  session: AppSession;
  isBusy(): boolean;
  isSeen(ideId: string): boolean;
}

export class LiveViews implements AsyncDisposable {
  readonly #pathOf: LiveViewsOptions['pathOf'];
  readonly #limits: HubLimits;
  readonly #views = new Map<string, LiveView>();
  readonly #waiting = new Map<string, Set<Viewer>>();

  constructor({ pathOf, limits }: LiveViewsOptions) {
    this.#pathOf = pathOf;
    this.#limits = { ...HUB_LIMITS, ...limits };
  }

  show(place: WindowPlace, app: AppOfProject): void {
    const key = keyOf(place);
    const old = this.#views.get(key);
    const view = new LiveView({ ...app, pathOf: file => this.#pathOf(place.projectId, file) });
    this.#views.set(key, view);
    old?.dispose().catch(() => {});
    for (const viewer of this.#waiting.get(key) ?? []) view.add(viewer);
    this.#waiting.delete(key);
  }

  /** Of a window that is gone. */
  hide(place: WindowPlace): void {
    const key = keyOf(place);
    const view = this.#views.get(key);
    this.#views.delete(key);
    view?.dispose().catch(() => {});
  }

  /** Errors: as `LiveView.pick`. */
  async pick(place: WindowPlace, options: CallOptions): Promise<PageElement> {
    const view = this.#views.get(keyOf(place));
    if (view !== undefined) return await view.pick(options);
    throw new AppError('app-not-open', 'The app window is not open.', { next: 'navigateUrl' });
  }

  showActor(place: WindowPlace, actor: LiveActor): void {
    this.#views.get(keyOf(place))?.showActor(actor);
  }

  isHeld(place: WindowPlace): boolean {
    return this.#views.get(keyOf(place))?.isHeld ?? false;
  }

  readonly take: TakeSocket = (socket, admission, url) => {
    const projectId = url.searchParams.get('projectId') ?? '';
    const wordOf = (name: string) => url.searchParams.get(name) ?? undefined;
    const key = keyOf({ projectId, name: wordOf('window'), actor: wordOf('actor') });
    const viewer = new Viewer(socket, {
      limits: this.#limits,
      ideId: url.searchParams.get('ide') ?? '',
      onInput: input => this.#views.get(key)?.take(viewer, input),
    });
    closeWith(viewer, admission);
    if (admission.projectId !== undefined && admission.projectId !== projectId)
      return viewer.close('signedOut', 'Signed in to another project.');
    const view = this.#views.get(key);
    if (view === undefined) this.#wait(key, viewer);
    else view.add(viewer);
  };

  /** Idempotent. */
  async dispose(): Promise<void> {
    for (const viewers of this.#waiting.values()) for (const viewer of viewers) viewer.terminate();
    this.#waiting.clear();
    await Promise.all([...this.#views.values()].map(view => view.dispose()));
    this.#views.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  #wait(key: string, viewer: Viewer): void {
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(viewer));
    viewer.notify({ kind: 'page', isOpen: false, isBusy: false });
    viewer.onClose(() => waiting.delete(viewer));
  }
}

function closeWith(viewer: Viewer, admission: Admission): void {
  const stop = admission.onEnd(() => viewer.close('signedOut', 'Signed out.'));
  viewer.onClose(stop);
}
