import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from 'zustand';
import type { Ide } from './ide.ts';
import type { Place } from './places.ts';
import type { IdeState } from './state.ts';

const IdeContext = createContext<Ide | undefined>(undefined);

export const IdeProvider = ({ ide, children }: { ide: Ide; children: ReactNode }) => (
  <IdeContext value={ide}>{children}</IdeContext>
);

export function useIde(): Ide {
  const ide = useContext(IdeContext);
  if (ide === undefined) throw new Error('A component is outside IdeProvider.');
  return ide;
}

/** A part of the state; the same object as long as that part does not change. */
export const useIdeState = <Part,>(select: (state: IdeState) => Part): Part => useStore(useIde().store, select);

export const useIsConnected = (): boolean => useIdeState(({ connection }) => connection.phase === 'open');

export function usePlace(): Place {
  const { screens } = useIde();
  const [path] = useLocation();
  const search = useSearch();
  return useMemo(() => screens.read(path, search), [screens, path, search]);
}
