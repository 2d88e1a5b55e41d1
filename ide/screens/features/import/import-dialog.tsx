import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { showRedSteps } from '../../../commands/link-step.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import classes from './import.module.css';
import { type ImportReply, planItems } from './plan.ts';
import { PlanList } from './plan-list.tsx';
import { SelectStage } from './select-stage.tsx';
import { SourceStage } from './source-stage.tsx';
import { type ImportCall, useImport } from './use-import.ts';

const STEPS = ['Source', 'Select', 'Import'] as const;

export function ImportDialog({ place }: { place: ProjectPlace }) {
  const ide = useIde();
  const { navigation, store } = ide;
  const closeAt = (filter: Pick<ProjectPlace, 'filter' | 'isLinking'>) => {
    store.setView({ droppedFiles: undefined });
    navigation.go({ ...place, ...filter, dialog: undefined }, { replace: true });
  };
  const close = () => closeAt({});
  const showRed = () => {
    closeAt({});
    showRedSteps(ide);
  };
  return (
    <Dialog opened onClose={close} size="48rem" title="Import features">
      <Stages
        onClose={close}
        onShowRed={showRed}
        onLink={() => closeAt({ filter: undefined, isLinking: true })}
        place={place}
      />
    </Dialog>
  );
}

interface StagesProps {
  place: ProjectPlace;
  onClose(): void;
  onShowRed(): void;
  onLink(): void;
}

function Stages({ place, onClose, onShowRed, onLink }: StagesProps) {
  const { listing, importing, list, start, restart } = useImport();
  const dropped = useIdeState(state => state.view.droppedFiles);
  const plan = listing.call.phase === 'done' ? listing.call.reply : undefined;
  const result = importing.call.phase === 'done' ? importing.call.reply : undefined;
  const at = stepOf(listing.call, importing.call);
  return (
    <>
      <ol className={`plain-list note ${classes.steps}`} aria-label="Steps of the import">
        {STEPS.map((title, index) => (
          <li key={title} aria-current={index === at ? 'step' : undefined}>
            {index + 1} {title}
          </li>
        ))}
      </ol>
      {plan === undefined && (
        <SourceStage {...{ place, dropped }} call={listing.call} onList={list} onCancel={listing.cancel} />
      )}
      {plan !== undefined && result === undefined && (
        <SelectStage
          plan={plan}
          call={importing.call}
          onStart={select => start(plan, select)}
          onBack={restart}
          onCancel={importing.cancel}
          onClose={onClose}
        />
      )}
      {result !== undefined && <ResultStage {...{ result, onShowRed, onLink, onClose }} />}
    </>
  );
}

/** The index of the step under way. */
function stepOf(listing: ImportCall, { phase }: ImportCall): number {
  if (phase === 'working' || phase === 'done') return 2;
  return listing.phase === 'done' ? 1 : 0;
}

interface ResultStageProps {
  result: ImportReply;
  onShowRed(): void;
  onLink(): void;
  onClose(): void;
}

function ResultStage({ result, onShowRed, onLink, onClose }: ResultStageProps) {
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
          {alike.length === 1 ? '1 new text differs' : `${alike.length} new texts differ`} from linked ones only in
          values
          {linksAlike ? ' and were linked the same way.' : '.'}
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
        <Button size="xs" onClick={onClose} autoFocus>
          Done
        </Button>
      </Group>
    </>
  );
}
