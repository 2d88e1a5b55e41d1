import type { ComponentProps } from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import { SplitView } from '../ui/split-view.tsx';

interface KeptPanesProps extends Omit<ComponentProps<typeof SplitView>, 'sizes' | 'onSizes'> {
  name: string;
}

export function KeptPanes({ name, ...panes }: KeptPanesProps) {
  const { store } = useIde();
  const sizes = useIdeState(state => state.view.paneSizes[name]);
  const keep = (next: number[]) => store.setView({ paneSizes: { ...store.getState().view.paneSizes, [name]: next } });
  return <SplitView {...panes} sizes={sizes} onSizes={keep} />;
}
