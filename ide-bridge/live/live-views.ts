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

  show(projectId: string, app: AppOfProject): void {
    const old = this.#views.get(projectId);
    const view = new LiveView({ ...app, pathOf: file => this.#pathOf(projectId, file) });
    this.#views.set(projectId, view);
    old?.dispose().catch(() => {});
    for (const viewer of this.#waiting.get(projectId) ?? []) view.add(viewer);
    this.#waiting.delete(projectId);
  }

  /** Errors: as `LiveView.pick`. */
  async pick(projectId: string, options: CallOptions): Promise<PageElement> {
    const view = this.#views.get(projectId);
    if (view !== undefined) return await view.pick(options);
    throw new AppError('app-not-open', 'The app window is not open.', { next: 'navigateUrl' });
  }

  showActor(projectId: string, actor: LiveActor): void {
    this.#views.get(projectId)?.showActor(actor);
  }

  isHeld(projectId: string): boolean {
    return this.#views.get(projectId)?.isHeld ?? false;
  }

  readonly take: TakeSocket = (socket, admission, url) => {
    const projectId = url.searchParams.get('projectId') ?? '';
    const viewer = new Viewer(socket, {
      limits: this.#limits,
      ideId: url.searchParams.get('ide') ?? '',
      onInput: input => this.#views.get(projectId)?.take(viewer, input),
    });
    closeWith(viewer, admission);
    if (admission.projectId !== undefined && admission.projectId !== projectId)
      return viewer.close('signedOut', 'Signed in to another project.');
    const view = this.#views.get(projectId);
    if (view === undefined) this.#wait(projectId, viewer);
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

  #wait(projectId: string, viewer: Viewer): void {
    const waiting = this.#waiting.get(projectId) ?? new Set();
    this.#waiting.set(projectId, waiting.add(viewer));
    viewer.notify({ kind: 'page', isOpen: false, isBusy: false });
    viewer.onClose(() => waiting.delete(viewer));
  }
}

function closeWith(viewer: Viewer, admission: Admission): void {
  const stop = admission.onEnd(() => viewer.close('signedOut', 'Signed out.'));
  viewer.onClose(stop);
}
