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
import { useImport } from './use-import.ts';

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
  const { stage, serverStage, list, start, restart, cancel } = useImport();
  const dropped = useIdeState(state => state.view.droppedFiles);
  const { phase } = stage;
  const at = { source: 0, listing: 0, select: 1, importing: 2, done: 2 }[phase];
  return (
    <>
      <ol className={`plain-list note ${classes.steps}`} aria-label="Steps of the import">
        {STEPS.map((title, index) => (
          <li key={title} aria-current={index === at ? 'step' : undefined}>
            {index + 1} {title}
          </li>
        ))}
      </ol>
      {(phase === 'source' || phase === 'listing') && (
        <SourceStage
          place={place}
          dropped={dropped}
          problem={phase === 'source' ? stage.problem : undefined}
          isListing={phase === 'listing'}
          serverStage={serverStage}
          onList={list}
          onCancel={cancel}
        />
      )}
      {(phase === 'select' || phase === 'importing') && (
        <SelectStage
          plan={stage.plan}
          problem={phase === 'select' ? stage.problem : undefined}
          importing={phase === 'importing' ? stage.count : undefined}
          serverStage={serverStage}
          onStart={select => start(stage.plan, select)}
          onBack={restart}
          onCancel={cancel}
          onClose={onClose}
        />
      )}
      {phase === 'done' && (
        <ResultStage result={stage.result} onShowRed={onShowRed} onLink={onLink} onClose={onClose} />
      )}
    </>
  );
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
