import { Progress, Text } from '@mantine/core';
import { Stage } from '../../../../model/integration/stage.ts';

const WORDS: Readonly<Record<string, string>> = {
  'sign in': 'Signing in to the server',
  fetch: 'Waiting for the server',
  unpack: 'Unpacking what came',
  match: 'Reading the features',
};

const STAGES: readonly string[] = Stage.options.filter(stage => stage !== 'upload');

interface ImportProgressProps {
  /** What the server is asked for; undefined when no server is asked, or not yet. */
  serverStage: string | undefined;
  else: string;
}

/** How far it is: stage by stage where a server is asked. */
export function ImportProgress({ serverStage = '', else: words }: ImportProgressProps) {
  const at = STAGES.indexOf(serverStage);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {WORDS[serverStage] ?? words}
      </Text>
      <Progress value={at < 0 ? 100 : ((at + 1) * 100) / STAGES.length} animated aria-label="Import" />
    </div>
  );
}
