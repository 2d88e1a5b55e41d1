import { Popover, UnstyledButton } from '@mantine/core';
import type { MouseEvent } from 'react';
import { ActionId } from '../../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import type { BreakpointEntry } from '../../../app/tool-replies.ts';
import { type Command, perform } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { BreakpointForm } from './breakpoint-form.tsx';
import classes from './row.module.css';

interface BreakpointDotProps {
  testCode: string;
  actionId: string;
  index: number;
}

export function BreakpointDot({ testCode, actionId, index }: BreakpointDotProps) {
  const ide = useIde();
  const isKnown = useIdeState(state => !state.unknownTools.has('getBreakpoints'));
  const isEdited = useIdeState(state => state.view.pointEdited === actionId);
  const point = useIdeState(({ breakpoints }) =>
    breakpoints.find(one => one.testId === testCode && one.actionId === actionId),
  );
  if (!isKnown) return null;
  const run = (command: Command) => (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    const place = ide.navigation.place();
    const id = ActionId.safeParse(actionId).data;
    if (!isInProject(place) || id === undefined) return;
    ide.navigation.go({ ...place, actionId: id }, { replace: true });
    void perform(command, ide);
  };
  const dot = (
    <UnstyledButton
      className={classes.dot}
      tabIndex={-1}
      aria-pressed={point !== undefined}
      aria-label={`Breakpoint at action ${index + 1}${wordsOf(point)}`}
      title={`Breakpoint${wordsOf(point)} (F9; right-click for a condition)`}
      data-off={point?.enabled === false || undefined}
      data-when={point?.condition !== undefined || point?.hitCount !== undefined || undefined}
      onClick={run(COMMANDS.toggleBreakpoint)}
      onContextMenu={run(COMMANDS.editBreakpoint)}
    />
  );
  if (!isEdited) return dot;
  const close = () => ide.store.setView({ pointEdited: undefined, focusArea: 'actions' });
  return (
    <Popover opened onChange={close} position="bottom-start" width={290} trapFocus withArrow shadow="md">
      <Popover.Target>{dot}</Popover.Target>
      <Popover.Dropdown onClick={event => event.stopPropagation()} onDoubleClick={event => event.stopPropagation()}>
        <BreakpointForm testCode={testCode} actionId={actionId} point={point} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function wordsOf(point: BreakpointEntry | undefined): string {
  if (point === undefined) return '';
  const { condition, hitCount, enabled } = point;
  const where = condition === undefined ? '' : `, when ${condition}`;
  const from = hitCount === undefined ? '' : `, from hit ${hitCount} on`;
  return `${where}${from}${enabled === false ? ', disabled' : ''}`;
}
