import { ACTION_KINDS } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import type { ActionId, TestCode } from '../../../model/names/codes.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Debugging, Resume } from '../../../model/protocol/bridge.ts';
import type { Breakpoint, PausedBy } from '../../../model/run/breakpoint.ts';
import type { Gate, RunPosition } from '../run/item-request.ts';
import type { LiveContent } from '../run/node-walk.ts';
import { scopesOf } from '../run/run-frame.ts';
import type { Evaluator } from '../values/evaluator.ts';

interface DebuggerOptions {
  /** Undefined when nothing in the project may pause the run. */
  debugging: Debugging | undefined;
  live: LiveContent;
  evaluator: Evaluator;
  signal: AbortSignal;
  /** Called when the run is paused and waits. */
  onPaused(): void;
  /** Not called when the run is stopped. */
  onResumed(): void;
  /** Resolves once no single action runs at the place of the pause. */
  settled(): Promise<void>;
}

interface Pause {
  place: RunPosition;
  pausedBy: PausedBy;
}

interface WaitingPause extends Pause {
  end(): void;
}

type Goal =
  | { kind: 'none' }
  | { kind: 'step'; mostDepth: number }
  | { kind: 'action'; testCode: TestCode; actionId: ActionId };

/** Pauses runs before their actions. Knows nothing of how actions are performed. */
export class Debugger implements Gate {
  readonly #options: DebuggerOptions;
  readonly #arrivals = new Map<string, number>();
  #goal: Goal = { kind: 'none' };
  #askedBy: string | undefined;
  #released: ActionId | undefined;
  #pause: WaitingPause | undefined;
  #pausedMs = 0;

  constructor(options: DebuggerOptions) {
    this.#options = options;
  }

  get pausedMs(): number {
    return this.#pausedMs;
  }

  get pause(): Pause | undefined {
    return this.#pause;
  }

  before(place: RunPosition): Promise<void> | undefined {
    const { actionId } = place.node.action;
    const { debugging, signal } = this.#options;
    const isReleased = this.#released === actionId;
    this.#released = undefined;
    if (isReleased || signal.aborted) return undefined;
    const pausedBy = this.#reasonAt(place);
    const breakpoint = debugging?.breakpointAt(place.frame.test.testCode, actionId);
    if (pausedBy === undefined && breakpoint === undefined) return undefined;
    return this.#arrive(place, pausedBy, breakpoint);
  }

  ask(by: string): void {
    this.#askedBy = by;
  }

  /** Errors: `not-found`, `invalid-project`, `not-paused` when the run is being stopped. */
  resume(how: Resume): void {
    const { live } = this.#options;
    const { place, end } = this.#required();
    const content = this.#currentContent();
    if (content !== live.now) this.#options.debugging?.check(content);
    const goal = goalOf(how, place, content);
    const { actionId } = place.node.action;
    this.#released = place.walk.nextIn(content, actionId)?.action.actionId;
    live.resume(content, actionId);
    this.#goal = goal;
    end();
    this.#options.onResumed();
  }

  upcoming(): RunPosition['node'] | undefined {
    if (this.#pause === undefined) return undefined;
    const { walk, node } = this.#pause.place;
    return walk.nextIn(this.#currentContent(), node.action.actionId);
  }

  /** Errors: `not-paused`. */
  required(): RunPosition {
    return this.#required().place;
  }

  #required(): WaitingPause {
    if (this.#pause !== undefined) return this.#pause;
    throw new AppError('not-paused', 'The run is being stopped.', { next: 'getTestStatus' });
  }

  #currentContent(): VersionContent {
    const { debugging, live } = this.#options;
    return debugging?.currentContent() ?? live.now;
  }

  #reasonAt({ node, within }: RunPosition): PausedBy | undefined {
    const goal = this.#goal;
    const { type, actionId } = node.action;
    if (this.#askedBy !== undefined) return { kind: 'request', by: this.#askedBy };
    if (goal.kind === 'step' && within.length <= goal.mostDepth) return { kind: 'step' };
    if (goal.kind === 'action' && goal.actionId === actionId) return { kind: 'step' };
    if (ACTION_KINDS[type].isPause && this.#options.debugging?.interactive) return { kind: 'action' };
    return undefined;
  }

  async #arrive(
    place: RunPosition,
    otherwise: PausedBy | undefined,
    breakpoint: Breakpoint | undefined,
  ): Promise<void> {
    const hit = breakpoint && (await this.#hit(breakpoint, place));
    const pausedBy = hit ?? otherwise ?? this.#reasonAt(place);
    if (pausedBy !== undefined) await this.#wait({ place, pausedBy });
  }

  async #hit(breakpoint: Breakpoint, { request, frame }: RunPosition): Promise<PausedBy | undefined> {
    const { breakpointId, condition, hitCount = 1 } = breakpoint;
    const { evaluator, signal } = this.#options;
    try {
      const scopes = scopesOf(request.values, frame);
      if (condition !== undefined && !(await evaluator.evaluateCondition(condition, scopes, { signal })))
        return undefined;
    } catch (error) {
      // Ignoring a broken condition would hide it.
      return { kind: 'breakpoint', breakpointId, problem: error instanceof Error ? error.message : String(error) };
    }
    const arrivals = (this.#arrivals.get(breakpointId) ?? 0) + 1;
    this.#arrivals.set(breakpointId, arrivals);
    return arrivals >= hitCount ? { kind: 'breakpoint', breakpointId } : undefined;
  }

  async #wait({ place, pausedBy }: Pause): Promise<void> {
    const { signal: ofRun, onPaused, onResumed, settled } = this.#options;
    const { signal } = place.request;
    if (signal.aborted) return;
    place.walk.putBack();
    const startedAt = performance.now();
    this.#askedBy = undefined;
    this.#goal = { kind: 'none' };
    await new Promise<void>(resolve => {
      const end = () => {
        signal.removeEventListener('abort', lose);
        this.#pause = undefined;
        resolve();
      };
      // The run goes on with the next item, unless it is being stopped.
      const lose = () => {
        end();
        if (!ofRun.aborted) onResumed();
      };
      this.#pause = { place, pausedBy, end };
      signal.addEventListener('abort', lose, { once: true });
      onPaused();
    });
    await settled();
    this.#pausedMs += performance.now() - startedAt;
    // Dialogs of the pause do not belong to the next action.
    place.request.watch.dropDialogs();
  }
}

/** Errors: `not-found`. */
function goalOf(how: Resume, { frame, within }: RunPosition, content: VersionContent): Goal {
  switch (how.mode) {
    case 'continue':
      return { kind: 'none' };
    case 'step-into':
      return { kind: 'step', mostDepth: Number.POSITIVE_INFINITY };
    case 'step-over':
      return { kind: 'step', mostDepth: within.length };
    case 'step-out':
      return { kind: 'step', mostDepth: within.length - 1 };
    case 'to': {
      const { testCode } = frame.test;
      const actions = content.test(testCode)?.actions ?? [];
      const action = actions.find(({ actionId }, index) =>
        how.actionId === undefined ? index === how.actionIndex : actionId === how.actionId,
      );
      if (action !== undefined) return { kind: 'action', testCode, actionId: action.actionId };
      throw new AppError(
        'not-found',
        `No action ${how.actionId ?? how.actionIndex} in test ${testCode}, in which the run is paused: it has ${actions.length} actions.`,
        { field: how.actionId === undefined ? 'actionIndex' : 'actionId', next: 'getActions' },
      );
    }
  }
}
