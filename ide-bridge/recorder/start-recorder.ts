import { AppError } from '../../model/errors/errors.ts';
import type { RecorderHandle, RecordingSink, TabInRecording } from '../../model/protocol/recorder.ts';
import type { ShownChange } from '../../model/recording/shown-change.ts';
import type { ActorSessions } from '../browser/session/actor-sessions.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { Recorder } from './recorder.ts';

interface WindowsToRecord {
  session: AppSession;
  actors: ActorSessions;
  sink: RecordingSink;
  /** When a run or a single action last acted in one of the windows, by `Date.now()`. */
  actedAt(): number;
}

/** Follows a window and those of its actors, each as long as it is there. */
class WindowsRecorder implements RecorderHandle {
  readonly #options: WindowsToRecord;
  readonly #first: Recorder;
  readonly #others = new Map<string, { session: AppSession; recorder: Recorder }>();
  #stopListening = () => {};
  #isStopped = false;

  constructor(options: WindowsToRecord) {
    this.#options = options;
    const { session, sink } = options;
    this.#first = new Recorder({ session, sink, actedAt: () => this.#actedIn(session) });
  }

  /** Errors: those of a page that is gone. */
  async start(): Promise<this> {
    const { session, actors, sink } = this.#options;
    session.requirePage();
    await this.#first.start();
    const stopLoss = session.loss.listen(error => sink.ended(error.message));
    const stopChanges = actors.changes.listen(() => this.#follow());
    this.#stopListening = () => {
      stopLoss();
      stopChanges();
    };
    this.#follow();
    return this;
  }

  async stop(currentTab?: () => TabInRecording): Promise<ShownChange | undefined> {
    if (this.#isStopped) return undefined;
    const all = [this.#first, ...[...this.#others.values()].map(({ recorder }) => recorder)];
    await Promise.all(all.map(recorder => recorder.settled()));
    this.#isStopped = true;
    this.#stopListening();
    for (const recorder of all) recorder.leave();
    const { actor, tab } = currentTab?.() ?? {};
    const shown = actor === undefined ? this.#first : this.#others.get(actor)?.recorder;
    const change = tab === undefined ? undefined : await shown?.shownIn(tab);
    await Promise.all(all.map(recorder => recorder.stop()));
    return change;
  }

  #follow(): void {
    const { actors, sink } = this.#options;
    for (const [name, { session, recorder }] of this.#others) {
      if (actors.find(name) === session) continue;
      this.#others.delete(name);
      void recorder.stop().catch(() => {});
    }
    for (const name of actors.names) {
      const session = actors.find(name);
      if (session === undefined || this.#others.has(name)) continue;
      const recorder = new Recorder({ session, actor: name, sink, actedAt: () => this.#actedIn(session) });
      this.#others.set(name, { session, recorder });
      // A page that is gone is followed again once there is another.
      void recorder.start().catch(() => {});
    }
  }

  #actedIn({ pointedAt }: AppSession): number {
    return Math.max(this.#options.actedAt(), pointedAt);
  }
}

/** Errors: `app-not-open`. */
export async function startRecorder(options: WindowsToRecord): Promise<RecorderHandle> {
  try {
    return await new WindowsRecorder(options).start();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('app-not-open', 'The page went away while the recording was to begin.', { cause: error });
  }
}
