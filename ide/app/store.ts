import { createStore, type StoreApi } from 'zustand/vanilla';
import type { IdeState, View } from './state.ts';
import { initialState } from './state.ts';

export type IdeStore = Pick<StoreApi<IdeState>, 'getState' | 'subscribe' | 'getInitialState'> & {
  update(change: (state: IdeState) => IdeState): void;
  setView(view: Partial<View>): void;
};

export function createIdeStore(view: View): IdeStore {
  const { getState, setState, subscribe, getInitialState } = createStore<IdeState>(() => initialState(view));
  const update = (change: (state: IdeState) => IdeState) => setState(change(getState()), true);
  return {
    getState,
    subscribe,
    getInitialState,
    update,
    setView: changes => update(state => ({ ...state, view: { ...state.view, ...changes } })),
  };
}

/** Resolves with what `look` finds as soon as it finds something; with undefined on timeout. */
export function waitFor<Found>(
  store: IdeStore,
  look: (state: IdeState) => Found | undefined,
  timeoutMs: number,
): Promise<Found | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (found: Found | undefined) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(found);
    };
    const check = () => {
      try {
        const found = look(store.getState());
        if (found !== undefined) finish(found);
      } catch (error) {
        clearTimeout(timer);
        unsubscribe();
        reject(error);
      }
    };
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    const unsubscribe = store.subscribe(check);
    check();
  });
}
