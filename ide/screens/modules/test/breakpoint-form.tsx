import { Button, Group, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { errorAt, useWork } from '../../../app/queries.ts';
import { readBreakpoints } from '../../../app/side-facts.ts';
import type { ArgumentsOf, BreakpointEntry } from '../../../app/tool-replies.ts';
import { Problem } from '../../../parts/problem.tsx';
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
  const { busyWith, problem, set, clear } = useBreakpoint({ testCode, actionId, onDone });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    set({
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
      {problem !== undefined && !FIELDS.includes(problem.field) && <Problem>{problem.message}</Problem>}
      <Buttons point={point} busyWith={busyWith} onClear={clear} onCancel={onDone} />
    </form>
  );
}

interface ButtonsProps {
  point: BreakpointEntry | undefined;
  busyWith: string | undefined;
  onClear(point: BreakpointEntry): void;
  onCancel(): void;
}

const Buttons = ({ point, busyWith, onClear, onCancel }: ButtonsProps) => (
  <Group gap="xs" justify="space-between" wrap="nowrap">
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={busyWith === 'clear'}
      onClick={() => point && onClear(point)}
      disabled={!point}
    >
      Remove
    </Button>
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="compact-sm" type="submit" loading={busyWith === 'set'}>
        {point === undefined ? 'Set' : 'Save'}
      </Button>
    </Group>
  </Group>
);

/** Fields that show what is wrong with them. */
const FIELDS: readonly unknown[] = ['condition', 'hitCount'];

function useBreakpoint({ testCode, actionId, onDone }: Omit<BreakpointFormProps, 'point'>) {
  const { store, session } = useIde();
  const { busyWith, problem, run } = useWork();
  const change = (what: 'set' | 'clear', send: () => Promise<unknown>) =>
    void run(async () => {
      await send();
      onDone();
      await readBreakpoints({ store, session });
    }, what);
  return {
    busyWith,
    problem,
    set: (fields: Partial<ArgumentsOf<'setBreakpoint'>>) =>
      change('set', () => session.call('setBreakpoint', { testId: testCode, actionId, ...fields })),
    clear: ({ breakpointId }: BreakpointEntry) =>
      change('clear', () => session.call('clearBreakpoints', { breakpointId })),
  };
}
