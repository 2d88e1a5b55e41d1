import { Button, Group, Text } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Conflict } from '../../../../parts/conflict.tsx';
import classes from './test-details.module.css';
import type { usePart } from './use-part.ts';

interface PartFormProps {
  label: string;
  part: Omit<ReturnType<typeof usePart>, 'value' | 'change'>;
  isProblemInField: boolean;
  aside?: ReactNode;
  children: ReactNode;
  onClose(): void;
}

/** Escape closes the form and keeps what was typed. */
export function PartForm({ label, part, isProblemInField, aside, children, onClose }: PartFormProps) {
  const { isChanged, isBusy, isConflict, problem } = part;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isConflict) part.save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
  };
  return (
    <form className={classes.form} aria-label={label} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {children}
      {isConflict && <Conflict onSettle={part.settle} />}
      {problem !== undefined && !isProblemInField && (
        <Text size="xs" c="var(--st-failed)" role="alert" dir="auto">
          {problem.message}
        </Text>
      )}
      <Group gap="xs" justify="space-between">
        <Group gap="xs">{aside}</Group>
        {isChanged && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={part.cancel}>
              Discard
            </Button>
            <Button size="compact-sm" type="submit" loading={isBusy} disabled={isConflict}>
              Save
            </Button>
          </Group>
        )}
      </Group>
    </form>
  );
}
