import { Progress, Text } from '@mantine/core';
import { FETCH_STAGES } from '../../../model/project/feature-server.ts';

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

interface ServerProgressProps {
  of: keyof typeof STAGES;
  label: string;
  /** Undefined while no server is asked. */
  stage: string | undefined;
  else: string;
}

export function ServerProgress({ of, label, stage = '', else: words }: ServerProgressProps) {
  const stages = STAGES[of];
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
