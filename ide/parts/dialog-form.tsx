import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import type { useSubmit } from '../app/queries.ts';
import { Problem } from './problem.tsx';

interface DialogFormProps {
  form: Pick<ReturnType<typeof useSubmit>, 'isBusy' | 'problem' | 'onSubmit'>;
  submitLabel: string;
  isReady?: boolean;
  /** A field shows what is wrong. */
  isShownAtField?: boolean;
  isDestructive?: boolean;
  ref?: Ref<HTMLFormElement> | undefined;
  children: ReactNode;
  onCancel(): void;
}

/** The form of a dialog: its fields, what is wrong elsewhere, and the ways out. */
export function DialogForm(props: DialogFormProps) {
  const { form, submitLabel, isReady = true, isShownAtField = false, isDestructive = false } = props;
  const { isBusy, problem, onSubmit } = form;
  return (
    <form ref={props.ref} onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {props.children}
        {problem !== undefined && !isShownAtField && <Problem>{problem.message}</Problem>}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="xs"
            {...(isDestructive && { color: 'red.9' })}
            loading={isBusy}
            disabled={!isReady}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
