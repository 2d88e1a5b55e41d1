import { Button, Group, Text } from '@mantine/core';
import type { ImportReply } from './plan.ts';

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** What an import did, and the way to what is still to be linked. */
interface ResultStageProps {
  result: ImportReply;
  onShowRed(): void;
  onClose(): void;
}

export function ResultStage({ result, onShowRed, onClose }: ResultStageProps) {
  const { added, changed, removed, stepsLinked, stepsUnlinked } = result;
  const facts = [
    `${counted(added.length + changed.length, 'feature')} imported`,
    ...(removed.length === 0 ? [] : [`${counted(removed.length, 'feature')} marked as gone`]),
    `${counted(stepsLinked, 'step')} linked automatically`,
    `${counted(stepsUnlinked, 'step')} red`,
  ];
  return (
    <>
      <Text size="sm" role="status">
        {facts.join(' · ')}
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        {stepsUnlinked > 0 && (
          <Button variant="default" size="xs" onClick={onShowRed}>
            Show red steps
          </Button>
        )}
        <Button size="xs" onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </>
  );
}
