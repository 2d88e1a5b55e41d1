import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { useWork } from '../../../app/queries.ts';
import { openTestOf, snapshotOf } from '../../../app/state.ts';
import { attempt } from '../../../commands/command.ts';
import { makeTest } from '../../../commands/tree-edits.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import type { PointedElement } from '../../live/use-pointing.ts';
import { ActionChoices } from './action-choices.tsx';
import classes from './point-and-do.module.css';

interface BubbleProps {
  element: PointedElement;
  onClose(): void;
}

/** What is chosen here happens in the app at once, and becomes an action of the open test. */
export function Bubble({ element, onClose }: BubbleProps) {
  const { role, name } = element;
  return (
    <div className={classes.content}>
      <div className="row gap-md">
        <span className="fixed-size small quiet">{role}</span>
        <span className={`grow ellipsis ${classes.name}`} dir="auto" title={name}>
          {name}
        </span>
        <IconButton label="Close" size="sm" icon={<CloseIcon size={14} />} onClick={onClose} />
      </div>
      <ForTest element={element} onClose={onClose} />
    </div>
  );
}

function ForTest(props: BubbleProps) {
  const place = usePlace();
  const testId = isInProject(place) ? place.testId : undefined;
  const type = useIdeState(state => snapshotOf(state)?.tests[testId ?? '']?.type);
  const isLoaded = useIdeState(state => openTestOf(state, testId) !== undefined);
  useTest(type === 'web' ? testId : undefined);
  if (type === undefined) return <NoTest>No test is open that could take the action.</NoTest>;
  if (type !== 'web') return <NoTest>The open test does not use the app. Choose a web test, or create one.</NoTest>;
  return isLoaded ? <ActionChoices {...props} /> : <SkeletonRows count={3} label="Loading the test" />;
}

/** In a narrow window the test editor is not shown, so that nothing else has opened the test. */
function useTest(testCode: string | undefined): void {
  const { following, store } = useIde();
  useEffect(() => {
    if (testCode === undefined || Object.hasOwn(store.getState().tests, testCode)) return;
    void following.openTest(testCode);
    return () => following.closeTest(testCode);
  }, [following, store, testCode]);
}

function NoTest({ children }: { children: string }) {
  const ide = useIde();
  const { isBusy, run } = useWork();
  const create = () =>
    attempt('New test', async () => {
      const { made } = await makeTest(ide);
      ide.navigation.goWithin({ tab: 'modules', ...made });
    });
  return (
    <div className={`stack gap-md ${classes.empty}`}>
      <Text size="sm">{children}</Text>
      <Button size="xs" data-autofocus loading={isBusy} onClick={() => void run(create)}>
        New test
      </Button>
    </div>
  );
}
