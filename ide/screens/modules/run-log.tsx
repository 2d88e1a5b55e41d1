import { Tabs } from '@mantine/core';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { DRAWER_TABS } from '../../app/state.ts';
import { ActedTitle } from '../../parts/acted-title.tsx';
import { StateIcon, timeText } from '../../parts/run-states.tsx';
import { Hint } from '../../ui/hint.tsx';
import { lateView } from '../../ui/late-part.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './run-log.module.css';

const NetworkLog = lateView(
  async () => (await import('./network-log.tsx')).NetworkLog,
  <SkeletonRows count={4} label="Loading the requests" />,
);

interface RunLogProps {
  snapshot: ProjectSnapshot;
  place: ProjectPlace;
}

export function RunLog({ snapshot, place }: RunLogProps) {
  const { damaged } = snapshot;
  const { store } = useIde();
  const tab = useIdeState(state => state.view.drawerTab);
  const choose = (wanted: string | null) => store.setView({ drawerTab: DRAWER_TABS.find(each => each === wanted) });
  return (
    <Tabs className="column fill line-above" value={tab ?? 'log'} onChange={choose} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="log">Run log</Tabs.Tab>
        <Tabs.Tab value="network">Network</Tabs.Tab>
        <Tabs.Tab value="problems">Problems{damaged.length > 0 && ` ${damaged.length}`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="log" className="column fill scroll">
        <Log snapshot={snapshot} />
      </Tabs.Panel>
      <Tabs.Panel value="network" className="column fill scroll">
        <NetworkLog key={place.projectId} place={place} />
      </Tabs.Panel>
      <Tabs.Panel value="problems" className="column fill scroll">
        <Problems damaged={damaged} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Log({ snapshot }: { snapshot: ProjectSnapshot }) {
  const { actions, begun } = useIdeState(state => state.results);
  const ran = Object.entries(actions).filter(([testCode]) => begun[testCode]);
  const rows = ran.flatMap(([, byAction]) => Object.values(byAction));
  if (rows.length === 0) return <Hint title="Nothing has run yet">Ctrl+Enter runs the selected test.</Hint>;
  return (
    <ol className={classes.list}>
      {rows.map(row => (
        <LogRow key={`${row.testCode}/${row.actionId}`} row={row} test={snapshot.tests[row.testCode]?.name} />
      ))}
    </ol>
  );
}

function LogRow({ row, test }: { row: ActionResult; test: string | undefined }) {
  const { state, error } = row;
  return (
    <li className={classes.row}>
      <StateIcon state={state} />
      <span className="dim ellipsis" dir="auto">
        {test ?? row.testCode}
      </span>
      <span dir="auto">
        <ActedTitle of={row} />
        {error !== undefined && <span className={classes.error}>{error.message}</span>}
      </span>
      <span className="note numbers">{timeText(row)}</span>
    </li>
  );
}

function Problems({ damaged }: Pick<ProjectSnapshot, 'damaged'>) {
  if (damaged.length === 0) return <Hint title="No problems">All project files can be read.</Hint>;
  return (
    <ul className={classes.list}>
      {damaged.map(({ file, message }) => (
        <li key={file} className={classes.row}>
          <StateIcon state="error" />
          <span className="dim ellipsis">{file}</span>
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  );
}
