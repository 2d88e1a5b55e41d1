import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { type ImportReply, planItems } from './plan.ts';
import { PlanList } from './plan-list.tsx';

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** What an import did, and the way to what is still to be linked. */
interface ResultStageProps {
  result: ImportReply;
  onShowRed(): void;
  /** Where new texts like linked ones are linked. */
  onLink(): void;
  onClose(): void;
}

export function ResultStage({ result, onShowRed, onLink, onClose }: ResultStageProps) {
  const { added, changed, removed, stepsLinked, stepsUnlinked, alike = [], linksAlike = false } = result;
  const items = useMemo(() => planItems(result).filter(({ kind }) => kind !== 'same'), [result]);
  const keys = useMemo(() => new Set(items.map(({ key }) => key)), [items]);
  const facts = [
    `${counted(added.length + changed.length, 'feature')} imported`,
    ...(removed.length === 0 ? [] : [`${counted(removed.length, 'feature')} marked as gone`]),
    `${counted(stepsLinked, 'step')} linked automatically`,
    `${counted(stepsUnlinked, 'step')} red`,
  ];
  return (
    <>
      <Text size="sm" role="status" mb="sm">
        {facts.join(' · ')}
      </Text>
      {alike.length > 0 && (
        <Text size="sm" mb="sm">
          {alike.length === 1 ? '1 new text differs' : `${alike.length} new texts differ`} from linked ones in values
          alone
          {linksAlike ? ' and were linked as these are.' : '.'}
          {!linksAlike && (
            <Button size="compact-xs" variant="subtle" onClick={onLink}>
              Link…
            </Button>
          )}
        </Text>
      )}
      <PlanList label="Features imported" items={items} chosen={keys} state="passed" />
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
