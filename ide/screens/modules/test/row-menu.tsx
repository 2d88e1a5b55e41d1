import { ActionIcon, Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import { useIde } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { attempt, type Command, isRunning, perform, situationOf } from '../../../commands/command.ts';
import { copyCodeOf } from '../../../commands/copy-item.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { DotsIcon } from '../../../ui/icons.ts';
import { Shortcut } from '../../../ui/shortcut.tsx';
import classes from './row.module.css';

interface RowMenuProps {
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

function RowMenuItems({ action, onEdit }: RowMenuProps) {
  const ide = useIde();
  const { actionId } = action;
  const run = (command: Command) => {
    const place = ide.navigation.place();
    if (!isInProject(place)) return;
    // The command is about all chosen rows, if this is one of them.
    const isChosen = ide.store.getState().view.rowChoice?.keys.includes(actionId) === true;
    if (!isChosen) ide.navigation.go({ ...place, actionId }, { replace: true });
    ide.store.setView({ focusArea: 'actions' });
    void perform(command, ide);
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
      <Menu.Divider />
      {OTHERS.map(command => entry(command))}
      <Menu.Item onClick={() => void attempt('Copy ID', () => copyCodeOf(actionId))}>Copy ID {actionId}</Menu.Item>
      <Menu.Divider />
      {entry(COMMANDS.deleteItem, 'var(--st-failed)')}
    </Menu.Dropdown>
  );
}
