import { ActionIcon, Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import type { TestActors } from '../../../../model/project/actor.ts';
import { colourOf } from '../../../../model/project/shown-actor.ts';
import { actorsOf } from '../../../app/actors.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { attempt, type Command, isRunning, perform, situationOf } from '../../../commands/command.ts';
import { copyCodeOf } from '../../../commands/copy-item.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { ActorChip } from '../../../parts/actor-chip.tsx';
import { DotsIcon } from '../../../ui/icons.ts';
import { Shortcut } from '../../../ui/shortcut.tsx';
import classes from './row.module.css';

interface RowMenuProps {
  testCode: string;
  action: Action;
  index: number;
  onEdit(): void;
}

const RUNS = [COMMANDS.runRows, COMMANDS.runToRow, COMMANDS.runFromRow, COMMANDS.recordAfterRow];

const OTHERS = [
  COMMANDS.insertAbove,
  COMMANDS.extractTest,
  COMMANDS.copyActions,
  COMMANDS.cutActions,
  COMMANDS.pasteActions,
  COMMANDS.duplicate,
  COMMANDS.moveUp,
  COMMANDS.moveDown,
  COMMANDS.disableAction,
  COMMANDS.toggleBreakpoint,
  COMMANDS.editBreakpoint,
];

export const RowMenu = (props: RowMenuProps) => (
  <Menu position="bottom-end" width={230}>
    <Menu.Target>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size="sm"
        tabIndex={-1}
        aria-label={`More about action ${props.index + 1}`}
        onClick={event => event.stopPropagation()}
      >
        <DotsIcon size={16} />
      </ActionIcon>
    </Menu.Target>
    <RowMenuItems {...props} />
  </Menu>
);

export const RowContextMenu = ({ children, ...props }: RowMenuProps & { children: ReactElement }) => (
  <Menu width={230}>
    <Menu.ContextMenu>{children}</Menu.ContextMenu>
    <RowMenuItems {...props} />
  </Menu>
);

function RowMenuItems({ testCode, action, onEdit }: RowMenuProps) {
  const ide = useIde();
  const { actionId } = action;
  const actors = useIdeState(state => actorsOf(state, testCode));
  // What is done is done with all chosen rows, if this is one of them.
  const choose = () => {
    const place = ide.navigation.place();
    if (!isInProject(place)) return false;
    const isChosen = ide.store.getState().view.rowChoice?.keys.includes(actionId) === true;
    if (!isChosen) ide.navigation.go({ ...place, actionId }, { replace: true });
    ide.store.setView({ focusArea: 'actions' });
    return true;
  };
  const run = (command: Command) => {
    if (choose()) void perform(command, ide);
  };
  const actAs = (name: string) => {
    if (choose())
      void attempt(ACTS_AS, async () => (await import('../../../commands/actor-edits.ts')).actAs(ide, name));
  };
  const entry = (command: Command, color?: string) => (
    <Menu.Item
      key={command.title}
      c={color}
      disabled={
        RUNS.includes(command) && command.obstacle(situationOf(ide)) !== undefined && isRunning(ide.store.getState())
      }
      onClick={() => run(command)}
      rightSection={command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
    >
      {command === COMMANDS.disableAction && action.disabled === true
        ? 'Enable'
        : command.title.replace(' or enable', '')}
    </Menu.Item>
  );
  return (
    <Menu.Dropdown onClick={event => event.stopPropagation()} onDoubleClick={event => event.stopPropagation()}>
      <Menu.Item onClick={onEdit} rightSection={<Shortcut keys="Enter" />}>
        Edit
      </Menu.Item>
      {RUNS.map(command => entry(command))}
      <ActsAs actors={actors} action={action} onPick={actAs} />
      <Menu.Divider />
      {OTHERS.map(command => entry(command))}
      <Menu.Item onClick={() => void attempt('Copy ID', () => copyCodeOf(actionId))}>Copy ID {actionId}</Menu.Item>
      <Menu.Divider />
      {entry(COMMANDS.deleteItem, 'var(--st-failed)')}
    </Menu.Dropdown>
  );
}

const ACTS_AS = 'Acts as';

interface ActsAsProps {
  actors: TestActors;
  action: Action;
  onPick(name: string): void;
}

function ActsAs({ actors, action: { actor = actors[0]?.name }, onPick }: ActsAsProps) {
  if (actors.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{ACTS_AS}</Menu.Label>
      {actors.map(({ name }) => (
        // Picked again, it is meant for others that are chosen with the row.
        <Menu.RadioItem key={name} value={name} checked={name === actor} closeMenuOnClick onClick={() => onPick(name)}>
          <ActorChip name={name} colour={colourOf(actors, name)} />
        </Menu.RadioItem>
      ))}
    </>
  );
}
