/** Changes that wait for the service: kept by the browser, so that they outlast the page that made them. */
import { z } from 'zod';
import { type Edit, KeptEdit } from './edits.ts';
import type { IdeState } from './state.ts';
import type { IdeStore } from './store.ts';
import { isKeepable, LostChange, WaitingCall } from './waiting-changes.ts';

const PREFIX = 'steploom.edits.';

const KeptWork = z.object({
  edits: z.array(KeptEdit),
  calls: z.array(WaitingCall),
  lost: z.array(LostChange),
  /** When the page that keeps them said last that it is there. */
  seenAt: z.number(),
});
type KeptWork = z.infer<typeof KeptWork>;

interface LastingStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  names(): readonly string[];
}

const SEEN_EVERY_MS = 30_000;
/** Pages in the background are woken once a minute. */
const LEFT_AFTER_MS = 180_000;

/** Takes over what pages that are gone have left, then keeps what waits in this one. */
export function keepEdits(store: IdeStore, storage: LastingStorage): void {
  const name = `${PREFIX}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const keep = (isLeft = false) => {
    const kept = keptOf(store.getState(), isLeft ? 0 : Date.now());
    if (kept === undefined) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(kept));
  };
  const adopt = () => {
    const left = takeLeft(storage, name);
    if (left.length > 0) store.update(state => left.reduce(withKept, state));
  };
  adopt();
  keep();
  store.subscribe((state, before) => {
    const isSame =
      state.edits === before.edits &&
      state.waitingCalls === before.waitingCalls &&
      state.lostChanges === before.lostChanges;
    if (!isSame) keep();
  });
  const isKeeping = () => storage.getItem(name) !== null;
  setInterval(() => isKeeping() && keep(), SEEN_EVERY_MS);
  window.addEventListener('pagehide', () => isKeeping() && keep(true));
  // The browser brings back the page itself; another one may have taken over what it kept.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (!isKeeping()) store.update(state => ({ ...state, edits: [], waitingCalls: [], lostChanges: [] }));
    keep();
  });
}

function takeLeft(storage: LastingStorage, own: string): KeptWork[] {
  return storage.names().flatMap(name => {
    if (!name.startsWith(PREFIX) || name === own) return [];
    const kept = readKept(storage.getItem(name) ?? '');
    if (kept !== undefined && Date.now() - kept.seenAt < LEFT_AFTER_MS) return [];
    storage.removeItem(name);
    return kept === undefined ? [] : [kept];
  });
}

/** It may be of another release. */
function readKept(text: string): KeptWork | undefined {
  try {
    return KeptWork.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Where an edit was held up is found out anew. */
const withKept = (state: IdeState, { edits, calls, lost }: KeptWork): IdeState => ({
  ...state,
  edits: [...state.edits, ...edits.map((edit): Edit => ({ ...edit, state: { phase: 'waiting' } }))],
  waitingCalls: [...state.waitingCalls, ...calls],
  lostChanges: [...state.lostChanges, ...lost],
});

function keptOf({ edits, waitingCalls, lostChanges }: IdeState, seenAt: number): KeptWork | undefined {
  const calls = waitingCalls.filter(isKeepable);
  if (edits.length + calls.length + lostChanges.length === 0) return undefined;
  return { edits: edits.map(({ state: _state, ...edit }) => edit), calls, lost: [...lostChanges], seenAt };
}
