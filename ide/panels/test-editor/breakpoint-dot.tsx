import { UnstyledButton } from '@mantine/core';
import { ActionId } from '../../../model/project/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import classes from './row.module.css';

interface BreakpointDotProps {
  testCode: string;
  actionId: string;
  index: number;
}

/** Shows and sets where runs pause. */
export function BreakpointDot({ testCode, actionId, index }: BreakpointDotProps) {
  const ide = useIde();
  const isKnown = useIdeState(state => !state.unknownTools.has('getBreakpoints'));
  const point = useIdeState(({ breakpoints }) =>
    breakpoints.find(one => one.testId === testCode && one.actionId === actionId),
  );
  if (!isKnown) return null;
  const toggle = () => {
    const place = ide.navigation.place();
    const id = ActionId.safeParse(actionId).data;
    if (!isInProject(place) || id === undefined) return;
    ide.navigation.go({ ...place, actionId: id }, { replace: true });
    void perform(COMMANDS.toggleBreakpoint, ide);
  };
  return (
    <UnstyledButton
      className={classes.dot}
      tabIndex={-1}
      aria-pressed={point !== undefined}
      aria-label={`Breakpoint at action ${index + 1}`}
      title={point?.condition === undefined ? 'Breakpoint (F9)' : `Breakpoint when ${point.condition}`}
      data-off={point?.enabled === false || undefined}
      onClick={event => {
        event.stopPropagation();
        toggle();
      }}
    />
  );
}
