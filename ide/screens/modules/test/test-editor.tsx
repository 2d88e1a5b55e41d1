import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { SAMPLE_PROJECT_ID } from '../../../../model/names/codes.ts';
import type { ModuleHeader, ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState, useIsConnected } from '../../../app/context.tsx';
import { forgetMarks } from '../../../app/marks.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { perform } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { CommandTextButton } from '../../../parts/command-button.tsx';
import { GoneHint } from '../../../parts/gone-hint.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { RecordIcon, TestIcon } from '../../../ui/icons.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ModulePage } from '../module-page.tsx';
import { ActionList } from './action-list.tsx';
import { TestParts } from './details/test-parts.tsx';
import { TestHead } from './test-head.tsx';
import { useFailedRow } from './use-failed-row.ts';
import { useLastResult } from './use-last-result.ts';

interface TestEditorProps {
  snapshot: ProjectSnapshot;
  place: ProjectPlace;
}

export function TestEditor({ snapshot, place }: TestEditorProps) {
  const { testId, moduleId, projectId, versionId } = place;
  const test = testId === undefined ? undefined : snapshot.tests[testId];
  const module = moduleId === undefined ? undefined : snapshot.modules[moduleId];
  const isGone = testId === undefined ? moduleId !== undefined && module === undefined : test === undefined;
  if (isGone)
    return (
      <GoneHint
        what={testId === undefined ? `module ${moduleId}` : `test ${testId}`}
        place={{ tab: 'modules', projectId, versionId }}
      >
        Tests of the project
      </GoneHint>
    );
  if (test === undefined) return <NoTest snapshot={snapshot} module={module} place={place} />;
  return (
    <Panel label={`Test ${test.name}`} head={<TestHead test={test} module={snapshot.modules[test.moduleCode]} />}>
      <TestParts test={test} place={place} />
      <Actions key={test.testCode} testCode={test.testCode} place={place} />
    </Panel>
  );
}

interface NoTestProps extends TestEditorProps {
  module: ModuleHeader | undefined;
}

function NoTest({ snapshot, module, place }: NoTestProps) {
  const isSampleAlone = useIdeState(({ projects }) =>
    projects.every(({ projectId }) => projectId === SAMPLE_PROJECT_ID),
  );
  if (isEmpty(snapshot, module)) return <NoTestsYet hasModules={Object.keys(snapshot.modules).length > 0} />;
  if (module === undefined && isSampleAlone) return <SampleHint />;
  return <ModulePage snapshot={snapshot} module={module} place={place} />;
}

/** A module of modules alone is not. */
function isEmpty({ tests, modules }: ProjectSnapshot, module: ModuleHeader | undefined): boolean {
  if (module === undefined) return Object.keys(tests).length === 0;
  const isWithin = ({ parentModule }: ModuleHeader) => parentModule === module.moduleCode;
  return module.tests.length === 0 && !Object.values(modules).some(isWithin);
}

const SampleHint = lateView(async () => (await import('../../projects/projects-screen.tsx')).SampleHint);

function NoTestsYet({ hasModules }: { hasModules: boolean }) {
  const ide = useIde();
  const { newTest, newModule } = COMMANDS;
  const next = hasModules ? newTest : newModule;
  return (
    <Hint
      title="No tests yet"
      icon={<TestIcon size={22} aria-hidden />}
      actions={
        <>
          <Button size="xs" onClick={() => void perform(next, ide)}>
            {next.title}
          </Button>
          <CommandTextButton
            command={COMMANDS.recordNew}
            icon={<RecordIcon size={15} aria-hidden />}
            variant="default"
          />
        </>
      }
    >
      {hasModules
        ? 'A test is a list of actions performed in the app, one after the other.'
        : 'Tests live in modules. Create a module first.'}
    </Hint>
  );
}

/** Rows that an agent changed stay marked until they are chosen or the test is left. */
function useSeenRows(testCode: string, actionId: string | undefined): void {
  const { store } = useIde();
  useEffect(() => () => forgetMarks(store, testCode), [store, testCode]);
  useEffect(() => {
    if (actionId !== undefined) forgetMarks(store, testCode, actionId);
  }, [store, testCode, actionId]);
}

function Actions({ testCode, place }: { testCode: string; place: ProjectPlace }) {
  useSeenRows(testCode, place.actionId);
  const { following } = useIde();
  const followed = useIdeState(state => state.tests[testCode]);
  const isConnected = useIsConnected();
  useEffect(() => {
    void following.openTest(testCode);
    return () => following.closeTest(testCode);
  }, [following, testCode]);
  useLastResult(testCode);
  useFailedRow(testCode, place);
  if (followed?.phase === 'failed')
    return <Failure title="The test cannot be shown" message={followed.message} onRetry={() => following.refresh()} />;
  if (followed?.phase !== 'ready')
    return (
      <SkeletonRows count={6} label={isConnected ? 'Loading the test' : 'The test loads when the connection is back'} />
    );
  return (
    <>
      <FailureOutside testCode={testCode} />
      <ActionList test={followed.value.test} place={place} />
    </>
  );
}

const LateFailure = lateView(async () => (await import('../../runs/failure-desk/failure-parts.tsx')).FailureOutside);

function FailureOutside({ testCode }: { testCode: string }) {
  const hasFailed = useIdeState(({ results }) => results.last[testCode]?.failure !== undefined);
  if (!hasFailed) return null;
  return <LateFailure testCode={testCode} />;
}
