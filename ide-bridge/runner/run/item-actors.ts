import type { Action } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import type { PlannedActor, PlannedItem } from '../../../model/protocol/bridge.ts';
import type { Incident } from '../../../model/run/incidents.ts';
import type { SignInResult } from '../../../model/run/run.ts';
import type { ActorPart, ActorsOfItem, ItemRequest, ValuedRequest } from './item-request.ts';
import type { Frame } from './run-frame.ts';

export interface OpenedActor {
  part: ActorPart;
  signIns: readonly SignInResult[];
}

interface ItemActorsOptions {
  item: Pick<PlannedItem, 'test' | 'actors'>;
  /** Of the first one. */
  own: ActorPart;
  /** Opens the window of one who acts for the first time, signed in. */
  open(actor: PlannedActor): Promise<OpenedActor>;
}

export class ItemActors implements ActorsOfItem {
  readonly #options: ItemActorsOptions;
  readonly #opening = new Map<string, Promise<OpenedActor>>();
  readonly #opened = new Map<string, OpenedActor>();

  constructor(options: ItemActorsOptions) {
    this.#options = options;
  }

  nameOf({ actor }: Pick<Action, 'actor'>, frame: Pick<Frame, 'actor'>): string | undefined {
    return actor ?? frame.actor ?? this.#first;
  }

  get #first(): string | undefined {
    return this.#options.item.test.actors?.[0]?.name;
  }

  get parts(): ActorPart[] {
    return [...this.#opened.values()].map(({ part }) => part);
  }

  get signIns(): SignInResult[] {
    return [...this.#opened.values()].flatMap(({ signIns }) => signIns);
  }

  requestOf(name: string | undefined, request: ValuedRequest): ValuedRequest | Promise<ValuedRequest> {
    if (name === undefined || name === this.#first) return this.ownOf(request);
    const opened = this.#opened.get(name);
    return opened === undefined
      ? this.#open(name).then(({ part }) => ({ ...request, ...part }))
      : { ...request, ...opened.part };
  }

  ownOf(request: ValuedRequest): ValuedRequest {
    const { own } = this.#options;
    return request.session === own.session ? request : { ...request, ...own };
  }

  async #open(name: string): Promise<OpenedActor> {
    const actor = this.#options.item.actors?.find(planned => planned.name === name);
    // Edits in a pause may name somebody new.
    if (actor === undefined)
      throw new AppError('invalid-project', `“${name}” is none of the actors that the run was planned with.`);
    const opening = this.#opening.get(name) ?? this.#options.open(actor);
    this.#opening.set(name, opening);
    try {
      const opened = await opening;
      this.#opened.set(name, opened);
      return opened;
    } catch (error) {
      this.#opening.delete(name);
      throw error;
    }
  }
}

/** The window of the item and those of its other actors, as far as they are open. */
export const partsOf = (request: ItemRequest): ActorPart[] => [request, ...(request.actors?.parts ?? [])];

/** What happened in any window of the item that a setting could forbid. */
export const incidentsOf = (request: ItemRequest): { incidents?: Incident[] } => {
  const kept = partsOf(request).flatMap(({ incidents }) => incidents?.kept.incidents ?? []);
  return kept.length === 0 ? {} : { incidents: kept };
};

export const signInsOf = ({ signedIn, actors }: ItemRequest): { signIns?: SignInResult[] } => {
  const all = [...(signedIn?.results ?? []), ...(actors?.signIns ?? [])];
  return all.length === 0 ? {} : { signIns: all };
};
