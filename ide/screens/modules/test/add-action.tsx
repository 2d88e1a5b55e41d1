import { Button, Popover } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OpenTest } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { AddIcon } from '../../../ui/icons.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { RecordButton } from './record-button.tsx';
import classes from './test-editor.module.css';

const loadPicker = () => import('./kind-picker.tsx');
const KindPicker = lateView(
  async () => (await loadPicker()).KindPicker,
  <SkeletonRows count={6} label="Loading the kinds of action" />,
);

interface AddActionProps {
  test: OpenTest;
  place: ProjectPlace;
  count: number;
}

function placeInWords({ before, at, count }: { before: number; at: number; count: number }): string {
  if (before >= 0) return `Adds before action ${before + 1}`;
  return at >= 0 && at < count - 1 ? `Adds after action ${at + 1}` : 'Adds at the end';
}

export function AddAction({ test, place, count }: AddActionProps) {
  const isRecording = useIdeState(state => state.recording.isOn);
  const isPlaying = useIdeState(state => state.view.playing !== undefined);
  const { isOpen, isPicking, setOpen, query, setQuery, at, before, after } = useAdding(test, place);
  const { testCode } = test;
  const close = () => {
    setOpen(false);
    document.getElementById('add-action')?.focus();
  };
  return (
    <div className={`row gap-xl ${classes.add}`}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        // The element is clicked outside.
        closeOnClickOutside={!isPicking}
        position="top-start"
        width={280}
        trapFocus
        shadow="md"
      >
        <Popover.Target>
          <Button
            id="add-action"
            size="compact-sm"
            variant="light"
            leftSection={<AddIcon size={15} aria-hidden />}
            onPointerEnter={() => void loadPicker().catch(() => undefined)}
            onClick={() => setOpen(!isOpen)}
            // What is typed before the list has the focus goes to the list.
            onKeyDown={({ key }) => isOpen && key.length === 1 && key !== ' ' && setQuery(typed => typed + key)}
          >
            Add action
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <KindPicker
            actions={test.actions}
            {...{ testCode, after, query }}
            onQuery={setQuery}
            onClose={close}
            onDone={() => setOpen(false)}
          />
        </Popover.Dropdown>
      </Popover>
      <RecordButton testCode={testCode} isContinued={count > 0} />
      {!isRecording && !isPlaying && (
        <span className="note ellipsis may-shrink">{placeInWords({ before, at, count })}</span>
      )}
    </div>
  );
}

function useAdding(test: OpenTest, place: ProjectPlace) {
  const { store } = useIde();
  const insertBefore = useIdeState(state => state.view.insertBefore);
  const adding = useIdeState(state => state.view.adding);
  const [query, setQuery] = useState('');
  useEffect(() => () => store.setView({ adding: undefined }), [store]);
  const at = test.actions.findIndex(({ actionId }) => actionId === place.actionId);
  const before = test.actions.findIndex(({ actionId }) => actionId === insertBefore);
  const last = at < 0 ? test.actions.length - 1 : at;
  return {
    isOpen: adding !== undefined || before >= 0,
    isPicking: adding?.isPicking === true,
    setOpen(wanted: boolean) {
      setQuery('');
      store.setView(wanted ? { adding: { isPicking: false } } : { adding: undefined, insertBefore: undefined });
    },
    ...{ query, setQuery, at, before },
    after: test.actions[before < 0 ? last : before - 1]?.actionId,
  };
}
