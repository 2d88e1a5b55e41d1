import { Button, Group, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import { useIde } from '../../../app/context.tsx';
import { errorAt, useWork } from '../../../app/queries.ts';
import { readBreakpoints } from '../../../app/side-facts.ts';
import type { BreakpointEntry } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { TextField } from '../../../ui/text-field.tsx';

interface BreakpointFormProps {
  testCode: string;
  actionId: string;
  point: BreakpointEntry | undefined;
  onDone(): void;
}

export function BreakpointForm({ testCode, actionId, point, onDone }: BreakpointFormProps) {
  const [condition, setCondition] = useState(point?.condition ?? '');
  const [hitCount, setHitCount] = useState(point?.hitCount?.toString() ?? '');
  const [isOn, setOn] = useState(point?.enabled !== false);
  const { set, clear, problem } = useBreakpoint({ testCode, actionId, point, onDone });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void set({
      condition: condition.trim() || null,
      hitCount: hitCount === '' ? null : Number(hitCount),
      enabled: isOn,
    });
  };
  return (
    <form
      className="stack gap-lg"
      aria-label="Breakpoint"
      onSubmit={onSubmit}
      onKeyDown={event => event.stopPropagation()}
      noValidate
    >
      <TextField
        size="xs"
        label="Condition"
        description="An expression, e.g. round > 3. Leave empty for always"
        value={condition}
        error={errorAt(problem, 'condition')}
        onChange={setCondition}
        data-autofocus
      />
      <TextInput
        size="xs"
        label="Hit count"
        description="Pauses from this hit on, in each run. Empty: from the first"
        inputMode="numeric"
        value={hitCount}
        error={errorAt(problem, 'hitCount')}
        onChange={event => setHitCount(event.currentTarget.value.replace(/\D/g, ''))}
        autoComplete="off"
      />
      <Switch size="xs" label="Enabled" checked={isOn} onChange={event => setOn(event.currentTarget.checked)} />
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => void clear()} disabled={!point}>
          Remove
        </Button>
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button size="compact-sm" type="submit">
            {point === undefined ? 'Set' : 'Save'}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function useBreakpoint({ testCode, actionId, point, onDone }: BreakpointFormProps) {
  const { store, session } = useIde();
  const { problem, refuse } = useWork();
  const finish = async () => {
    onDone();
    await readBreakpoints({ store, session });
  };
  const set = (fields: Record<string, unknown>) =>
    attempt('Breakpoint', async () => {
      try {
        await session.call('setBreakpoint', { testId: testCode, actionId, ...fields });
        await finish();
      } catch (error) {
        const field = isAppError(error, 'invalid-params') ? error.detail.field : undefined;
        if (field === undefined || !isAppError(error)) throw error;
        refuse({ message: error.message, field });
      }
    });
  const clear = () =>
    attempt('Breakpoint', async () => {
      if (point !== undefined) await session.call('clearBreakpoints', { breakpointId: point.breakpointId });
      await finish();
    });
  return { set, clear, problem };
}
