import type { ComponentProps } from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import { SplitView } from '../ui/split-view.tsx';

interface KeptPanesProps extends Omit<ComponentProps<typeof SplitView>, 'sizes' | 'onSizes'> {
  name: string;
}

/** Borders stay where they were moved to; those of the wide arrangement are its own. */
export function KeptPanes({ name, ...panes }: KeptPanesProps) {
  const { store } = useIde();
  const key = panes.isWide === true ? `${name}/wide` : name;
  const sizes = useIdeState(state => state.view.paneSizes[key]);
  const keep = (next: number[] | undefined) => {
    const { [key]: _, ...others } = store.getState().view.paneSizes;
    store.setView({ paneSizes: next === undefined ? others : { ...others, [key]: next } });
  };
  return <SplitView {...panes} sizes={sizes} onSizes={keep} />;
}
