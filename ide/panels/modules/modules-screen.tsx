import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { SplitView } from '../../ui/split-view.tsx';
import { LiveView } from '../live-view/live-view.tsx';
import { ModuleTree } from '../module-tree/module-tree.tsx';
import { RunLog } from '../run-log/run-log.tsx';
import { TestEditor } from '../test-editor/test-editor.tsx';

/** Tree, test and app window side by side, with the drawer below. */
export function ModulesScreen({ place }: { place: ProjectPlace }) {
  const { store } = useIde();
  const snapshot = useIdeState(snapshotOf);
  const { isTreeShown, isDrawerShown, paneSizes } = useIdeState(state => state.view);
  if (snapshot === undefined) return null;
  const keep = (name: string) => (sizes: number[]) =>
    store.setView({ paneSizes: { ...store.getState().view.paneSizes, [name]: sizes } });
  const columns = `${place.projectId}/${isTreeShown ? 'three' : 'two'}`;
  const tree = {
    key: 'tree',
    title: 'Modules',
    share: 22,
    min: 12,
    content: <ModuleTree snapshot={snapshot} place={place} />,
  };
  const panes = [
    { key: 'editor', title: 'Test', share: 43, min: 25, content: <TestEditor snapshot={snapshot} place={place} /> },
    { key: 'live', title: 'App', share: 35, min: 15, content: <LiveView /> },
  ];
  const main = (
    <SplitView panes={isTreeShown ? [tree, ...panes] : panes} sizes={paneSizes[columns]} onSizes={keep(columns)} />
  );
  if (!isDrawerShown) return main;
  const rows = `${place.projectId}/rows`;
  return (
    <SplitView
      orientation="vertical"
      panes={[
        { key: 'main', title: 'Work', share: 70, min: 30, content: main },
        { key: 'drawer', title: 'Run log', share: 30, min: 10, content: <RunLog snapshot={snapshot} /> },
      ]}
      sizes={paneSizes[rows]}
      onSizes={keep(rows)}
    />
  );
}
