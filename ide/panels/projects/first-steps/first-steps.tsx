import { useEffect } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { changeFirstSteps } from '../../../app/first-steps.ts';
import { isUnderWay, liveFirstMinute } from './first-minute.ts';
import { MinuteNotice } from './minute-notice.tsx';
import { StepCards } from './step-cards.tsx';

/** How the first minute of the project goes, and what can be done next. */
export function FirstSteps({ snapshot }: { snapshot: ProjectSnapshot }) {
  const ide = useIde();
  const { projectId } = snapshot.project;
  const steps = useIdeState(state => state.view.firstSteps[projectId]);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  const phase = steps?.minute?.phase;
  const hasTests = Object.keys(snapshot.tests).length > 0;
  useEffect(() => {
    if (!isConnected || phase === undefined || phase === 'done' || phase === 'closed' || isUnderWay(ide)) return;
    // A reload has cut it off: it begins anew as long as nothing is written, else it is over.
    if (hasTests) changeFirstSteps(ide.store, projectId, ({ minute: _minute, ...kept }) => kept);
    else void liveFirstMinute(ide, projectId);
  }, [ide, projectId, isConnected, phase, hasTests]);
  return (
    <>
      {steps?.minute !== undefined && <MinuteNotice minute={steps.minute} snapshot={snapshot} />}
      <StepCards snapshot={snapshot} steps={steps} />
    </>
  );
}
