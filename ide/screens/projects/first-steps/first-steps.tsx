import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { changeFirstSteps } from '../../../app/change-first-steps.ts';
import { useIde, useIdeState, useIsConnected } from '../../../app/context.tsx';
import { type FirstSteps as Kept, NO_STEPS } from '../../../app/first-steps.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { isFirstMinuteOn, startFirstMinute } from './first-minute.ts';
import classes from './first-steps.module.css';
import { MinuteNotice } from './minute-notice.tsx';
import { StepCards, useShownSteps } from './step-cards.tsx';

export function FirstSteps({ snapshot }: { snapshot: ProjectSnapshot }) {
  const ide = useIde();
  const { projectId } = snapshot.project;
  const steps = useIdeState(state => state.view.firstSteps[projectId]);
  const isConnected = useIsConnected();
  const phase = steps?.minute?.phase;
  const hasTests = Object.keys(snapshot.tests).length > 0;
  useEffect(() => {
    if (!isConnected || phase === undefined || phase === 'done' || phase === 'closed' || isFirstMinuteOn(ide)) return;
    // A reload has interrupted it: it starts again as long as nothing is written, else it is over.
    if (hasTests) changeFirstSteps(ide.store, projectId, ({ minute: _minute, ...kept }) => kept);
    else void startFirstMinute(ide, projectId);
  }, [ide, projectId, isConnected, phase, hasTests]);
  return <Shown snapshot={snapshot} steps={steps ?? NO_STEPS} />;
}

/** Once something has run the app matters most: the steps fold into one line. */
function Shown({ snapshot, steps }: { snapshot: ProjectSnapshot; steps: Kept }) {
  const { store } = useIde();
  const { projectId } = snapshot.project;
  const hasRun = useIdeState(({ run, results }) => run.runId !== undefined || Object.keys(results.tests).length > 0);
  const [isOpen, setOpen] = useState(false);
  const shown = useShownSteps(snapshot, steps);
  const { minute, isAll = false } = steps;
  const isFolding = hasRun && !isAll && shown.length > 0;
  const hide = (ids: readonly string[]) =>
    changeFirstSteps(store, projectId, kept => ({ ...kept, hidden: [...new Set([...kept.hidden, ...ids])] }));
  const fold = isFolding && (
    <Button
      size="compact-sm"
      variant="subtle"
      className="fixed-size"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? 'Fold' : 'What comes next'}
    </Button>
  );
  return (
    <>
      {minute !== undefined && <MinuteNotice minute={minute} snapshot={snapshot} fold={fold} />}
      {minute === undefined && isFolding && (
        <section className={classes.notice} aria-label="What comes next">
          <p className={`grow ellipsis ${classes.line}`}>{shown.map(({ title }) => title).join(' · ')}</p>
          {fold}
          <IconButton
            label="Hide the first steps"
            icon={<CloseIcon size={15} />}
            onClick={() => hide(shown.map(({ id }) => id))}
          />
        </section>
      )}
      {shown.length > 0 && (!isFolding || isOpen) && <StepCards shown={shown} onHide={hide} />}
    </>
  );
}
