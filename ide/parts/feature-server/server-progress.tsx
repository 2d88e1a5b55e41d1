import { Progress, Text } from '@mantine/core';
import { FETCH_STAGES } from '../../../model/project/feature-server.ts';
import type { Call } from '../../app/queries.ts';

const WORDS: Readonly<Record<string, string>> = {
  'sign in': 'Signing in to the server',
  fetch: 'Waiting for the server',
  unpack: 'Unpacking the response',
  match: 'Reading the features',
  upload: 'Sending the results',
  push: 'Sending the features',
};

const STAGES: Readonly<Record<'import' | 'upload' | 'push', readonly string[]>> = {
  import: FETCH_STAGES,
  upload: ['sign in', 'upload'],
  push: ['sign in', 'push', 'fetch', 'unpack'],
};

export interface ServerProgressProps {
  of: keyof typeof STAGES;
  label: string;
  call: Call;
  /** The label while no server is asked. */
  else: string;
}

/** Undefined while no server is asked. */
export const stageOf = (call: Call): string | undefined =>
  call.phase === 'working' ? call.begun.at(-1)?.stage : undefined;

export function ServerProgress({ of, label, call, else: words }: ServerProgressProps) {
  if (call.phase !== 'working') return null;
  const stages = STAGES[of];
  const stage = stageOf(call) ?? '';
  const at = stages.indexOf(stage);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {WORDS[stage] ?? words}
      </Text>
      <Progress value={at < 0 ? 100 : ((at + 1) * 100) / (stages.length + 1)} animated aria-label={label} />
    </div>
  );
}
