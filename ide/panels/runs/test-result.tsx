import { useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { ActionResults, FailureWords } from './action-results.tsx';
import { Folding } from './folding.tsx';
import type { ShownTest } from './run-reply.ts';

interface TestResultProps {
  test: ShownTest;
  place: ProjectPlace;
}

/** A test of a run, or one of its data rows, and what its actions did. */
export function TestResult({ test, place: { projectId, versionId } }: TestResultProps) {
  const { title, state, ms, error, moduleCode: moduleId, testCode: testId, actions } = test;
  const [choice, setChoice] = useState<boolean>();
  return (
    <Folding
      label={`Test ${title}`}
      level={3}
      title={<span dir="auto">{title}</span>}
      {...{ state, ms }}
      isOpen={choice ?? state !== 'passed'}
      onToggle={setChoice}
      link={{ place: { tab: 'modules', projectId, versionId, moduleId, testId }, name: `Open test ${title}` }}
    >
      {error !== undefined && <FailureWords failure={error} />}
      <ActionResults actions={actions} />
    </Folding>
  );
}
