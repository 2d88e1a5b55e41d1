import type { ProjectId } from '../../model/names/codes.ts';
import type { Bridge } from '../../model/protocol/bridge.ts';
import type { AppView, RecordingView, WindowView } from '../../model/protocol/channel/channel.ts';
import type { Notify } from '../../model/protocol/channel/page-service.ts';
import type { CallerWindows, WindowUser } from '../tools/define/caller-windows.ts';
import type { OpenProject } from '../workspace/workspace.ts';

interface FollowedWindowsOptions {
  project: Pick<OpenProject, 'projectId' | 'recordings'>;
  bridge: Bridge;
  windows: CallerWindows;
  /** The page, which looks into the window that it has taken, else into the shared one. */
  user: WindowUser;
  notify: Notify;
  /** It looks into another window. */
  onOther(): void;
}

/** Tells a page of all app windows of a project, and of the one that it looks into. */
export class FollowedWindows {
  readonly #options: FollowedWindowsOptions;
  readonly #projectId: ProjectId;
  readonly #heard = new Map<string | undefined, () => void>();
  readonly #stops: readonly (() => void)[];
  /** Of actors in the window that the page looks into. */
  #heardActors: { key: string; stops: readonly (() => void)[] } = { key: '', stops: [] };
  #last: string | undefined;

  constructor(options: FollowedWindowsOptions) {
    this.#options = options;
    const { project, windows } = options;
    this.#projectId = project.projectId;
    this.#last = this.#looked;
    this.#stops = [
      windows.onChange(projectId => projectId === this.#projectId && this.#changed()),
      project.recordings.onChange(name => name === this.#looked && this.#tellRecording()),
      options.bridge.onStatus(this.#projectId, () => this.#hearActors()),
    ];
    this.#hearAll();
  }

  /** The bridge of the window that the page looks into. */
  get bridge(): Bridge {
    return this.#options.bridge.inWindow(this.#looked);
  }

  get view(): { app: AppView; recording: RecordingView; windows: WindowView[] } {
    return { app: this.#app, recording: this.#recording, windows: this.#windows };
  }

  /** The page is gone, and with it what it had taken. */
  stop(): void {
    for (const stop of [...this.#heard.values(), ...this.#heardActors.stops, ...this.#stops]) stop();
    void this.#options.windows.release(this.#projectId, this.#options.user).catch(() => {});
  }

  get #looked(): string | undefined {
    return this.#options.windows.nameOf(this.#projectId, this.#options.user);
  }

  get #app(): AppView {
    const window = this.#looked;
    const app = this.bridge.app(this.#projectId);
    const isLent = app.attachedBy === 'extension';
    const shared = this.#options.bridge.inWindow(undefined).app(this.#projectId);
    return {
      ...this.#place(window),
      clock: app.clock(),
      ...(isLent ? { isLent } : {}),
      ...(shared.attachedBy === 'extension' ? { isSharedLent: true } : {}),
      ...(window === undefined ? {} : { window }),
      ...this.#actors,
    };
  }

  get #actors(): Pick<AppView, 'actors'> {
    const { first, others } = this.bridge.actorWindows(this.#projectId);
    if (others.length === 0) return {};
    return {
      actors: [...(first === undefined ? [] : [first]), ...others].map(name => {
        const app = this.bridge.app(this.#projectId, name);
        return { name, isOpen: app.isOpen(), url: app.url() };
      }),
    };
  }

  get #windows(): WindowView[] {
    const { windows, user } = this.#options;
    return windows.list(this.#projectId, user).map(window => ({ ...window, ...this.#place(window.name) }));
  }

  get #recording(): RecordingView {
    const { current } = this.#options.project.recordings.in(this.#looked);
    if (current === undefined) return { isOn: false, count: 0 };
    const { place, actionIds, before, reason } = current;
    const { testCode, actor, after } = place;
    return { ...{ isOn: true, testCode, by: actor.name, count: actionIds.length }, after, before, reason };
  }

  #place(name: string | undefined): { isOpen: boolean; url?: string } {
    const window = this.#options.bridge.inWindow(name).app(this.#projectId);
    const url = window.url();
    return { isOpen: window.isOpen(), ...(url === undefined ? {} : { url }) };
  }

  /** Windows came or went, or the page looks into another one. */
  #changed(): void {
    this.#hearAll();
    this.#tellWindows();
    if (this.#last === this.#looked) return;
    this.#last = this.#looked;
    this.#hearActors();
    this.#tellApp();
    this.#tellRecording();
    this.#options.onOther();
  }

  #hearAll(): void {
    const { windows, user, bridge } = this.#options;
    const names = new Set([undefined, ...windows.list(this.#projectId, user).map(({ name }) => name)]);
    for (const [name, stop] of this.#heard)
      if (!names.has(name)) {
        stop();
        this.#heard.delete(name);
      }
    for (const name of names)
      if (!this.#heard.has(name)) {
        const window = bridge.inWindow(name).app(this.#projectId);
        this.#heard.set(
          name,
          window.onChange(() => this.#moved(name)),
        );
      }
  }

  /** Follows the windows of actors in the window that the page looks into. */
  #hearActors(): void {
    const { others } = this.bridge.actorWindows(this.#projectId);
    const key = JSON.stringify([this.#looked, ...others]);
    if (key === this.#heardActors.key) return;
    for (const stop of this.#heardActors.stops) stop();
    const stops = others.map(name => this.bridge.app(this.#projectId, name).onChange(() => this.#tellApp()));
    this.#heardActors = { key, stops };
    this.#tellApp();
  }

  #moved(name: string | undefined): void {
    if (name === this.#looked) this.#tellApp();
    if (name !== undefined) this.#tellWindows();
  }

  #tellApp(): void {
    this.#options.notify('app/changed', { projectId: this.#projectId, app: this.#app });
  }

  #tellWindows(): void {
    this.#options.notify('windows/changed', { projectId: this.#projectId, windows: this.#windows });
  }

  #tellRecording(): void {
    this.#options.notify('recording/event', { projectId: this.#projectId, recording: this.#recording });
  }
}
