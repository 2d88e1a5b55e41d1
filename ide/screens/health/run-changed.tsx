import { Autocomplete, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import { errorAt, useAnswer, useSubmit } from '../../app/queries.ts';
import { runObstacle } from '../../commands/command.ts';
import { runTests } from '../../commands/run-several.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PlayIcon } from '../../ui/icons.ts';
import { TextButton } from '../../ui/text-button.tsx';

export function RunChanged() {
  const [isOpen, setOpen] = useState(false);
  const obstacle = useIdeState(runObstacle);
  return (
    <>
      <TextButton
        label="Run changed since…"
        icon={<PlayIcon size={15} aria-hidden />}
        variant="default"
        hint="Run the tests that differ from a commit or branch"
        obstacle={obstacle}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ChangedDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const LONGEST_COMMIT = 250;

function useCommits() {
  const { reply } = useAnswer('getHealth', { limit: 1, withCommits: true });
  return reply.phase === 'ready' ? (reply.value.commits ?? []) : [];
}

function ChangedDialog({ onClose }: { onClose(): void }) {
  const ide = useIde();
  const projectId = useIdeState(state => state.project?.projectId);
  const { value, set, discard } = useDraft({ key: `changed since in ${projectId}`, schema: z.string(), saved: '' });
  const commits = useCommits();
  const form = useSubmit(async isHere => {
    await runTests(ide, { changedSince: value.trim() });
    discard();
    if (isHere()) onClose();
  });
  const atCommit = errorAt(form.problem, 'changedSince');
  const titles = new Map(commits.map(({ name, title }) => [name, title]));
  return (
    <Dialog opened onClose={onClose} title="Run what changed" centered>
      <DialogForm
        form={form}
        submitLabel="Run"
        isReady={value.trim() !== ''}
        isShownAtField={atCommit !== undefined}
        onCancel={onClose}
      >
        <Autocomplete
          label="Commit or branch"
          description="Runs the tests that differ from it, and those that use such tests."
          placeholder="main"
          data={[...titles.keys()]}
          filter={({ options, search }) => options.filter(option => hasWords(option, titles, search))}
          renderOption={({ option }) => (
            <div style={{ minWidth: 0 }}>
              <Text size="sm">{option.value}</Text>
              <Text size="xs" c="dimmed" truncate dir="auto">
                {titles.get(option.value)}
              </Text>
            </div>
          )}
          value={value}
          onChange={set}
          error={atCommit}
          maxLength={LONGEST_COMMIT}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}

const MOST_SHOWN = 20;

const hasWords = (option: object, titles: ReadonlyMap<string, string>, search: string): boolean => {
  const value = 'value' in option ? String(option.value) : '';
  return titles.size <= MOST_SHOWN || `${value} ${titles.get(value)}`.toLowerCase().includes(search.toLowerCase());
};
