import { Tabs } from '@mantine/core';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import { useIdeState } from '../../app/context.tsx';
import { StateIcon, timeText } from '../../parts/run-states.tsx';
import { Hint } from '../../ui/hint.tsx';
import classes from './run-log.module.css';

export function RunLog({ snapshot }: { snapshot: ProjectSnapshot }) {
  const { damaged } = snapshot;
  return (
    <Tabs className="column fill line-above" defaultValue="log" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="log">Run log</Tabs.Tab>
        <Tabs.Tab value="problems">Problems{damaged.length > 0 && ` ${damaged.length}`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="log" className="column fill scroll">
        <Log snapshot={snapshot} />
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
  const { state, title, error } = row;
  return (
    <li className={classes.row}>
      <StateIcon state={state} />
      <span className="dim ellipsis" dir="auto">
        {test ?? row.testCode}
      </span>
      <span dir="auto">
        {title}
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
