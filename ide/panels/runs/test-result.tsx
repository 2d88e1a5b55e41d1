import { itemKey } from '../../../model/run/item-title.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { ActionResults, FailureWords, isRepaired } from './action-results.tsx';
import { FlakyMark } from './flaky-mark.tsx';
import { Folding, type Measured } from './folding.tsx';
import { useKeptChoice, useReport } from './report-context.ts';
import type { ShownTest } from './run-reply.ts';

interface TestResultProps {
  test: ShownTest;
  place: ProjectPlace;
  measured: Measured;
}

/** A test of a run, or one of its data rows, and what its actions did. */
export function TestResult({ test, place: { projectId, versionId }, measured }: TestResultProps) {
  const { title, state, ms, error, moduleCode: moduleId, testCode: testId, actions } = test;
  const { positionOf, historyOf } = useReport();
  const [isOpen, onToggle] = useKeptChoice(itemKey(test), state !== 'passed' || actions.some(isRepaired));
  return (
    <Folding
      label={`Test ${title}`}
      level={3}
      title={
        <>
          <span dir="auto">{title}</span> <FlakyMark history={historyOf(test)} />
        </>
      }
      {...{ state, ms, isOpen, onToggle, measured }}
      link={{ place: { tab: 'modules', projectId, versionId, moduleId, testId }, name: `Open test ${title}` }}
    >
      {error !== undefined && <FailureWords failure={error} />}
      <ActionResults actions={actions} above={positionOf(test)} />
    </Folding>
  );
}
