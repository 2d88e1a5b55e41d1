/** New tokens cannot be read again, so they stay in the memory of the page until stored. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface ShownToken {
  name: string;
  value: string;
}

const shown = createStore<Readonly<Record<string, ShownToken>>>(() => ({}));

export const useShownToken = (projectId: string): ShownToken | undefined => useStore(shown, all => all[projectId]);

export const showToken = (projectId: string, token: ShownToken): void => shown.setState({ [projectId]: token });

export function hideToken(projectId: string): void {
  const { [projectId]: _stored, ...others } = shown.getState();
  shown.setState(others, true);
}
