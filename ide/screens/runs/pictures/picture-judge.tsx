import { CloseButton, NumberInput, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import type { PictureArea } from '../../../../model/actions/picture-rule.ts';
import { useIde } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { showDone } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { fileUrl, useRunPicture } from '../run-files.tsx';
import type { ShownRun } from '../run-reply.ts';
import { type PictureView, PictureViews, VIEWS } from './picture-views.tsx';
import classes from './pictures.module.css';
import type { DifferingPicture } from './use-differences.ts';
import { useVerdict } from './use-verdict.ts';

interface PictureJudgeProps {
  run: ShownRun;
  place: ProjectPlace;
  difference: DifferingPicture;
}

/** Old, new and difference of one picture; tolerance and masks are tried on it before they are saved. */
export function PictureJudge({ run, place, difference }: PictureJudgeProps) {
  const urlOf = (file: string | undefined) => (file === undefined ? undefined : fileUrl(place, run.runId, file));
  const kept = useRunPicture(urlOf(difference.expected));
  const now = useRunPicture(urlOf(difference.actual));
  const [view, setView] = useState<PictureView>('side');
  const [isDrawing, setDrawing] = useState(false);
  const leeway = useLeeway(run, difference);
  const { verdict, areas } = useVerdict({ kept: kept.shown, now: now.shown }, leeway);
  const problem = now.problem ?? kept.problem;
  if (problem !== undefined) return <p className="flush note">{problem}</p>;
  if (now.shown === undefined) return null;
  const hasKept = difference.expected !== undefined;
  return (
    <div className={classes.judge}>
      <div className="row wrap gap-md">
        {hasKept && (
          <SegmentedControl
            size="xs"
            aria-label="How the pictures are compared"
            value={view}
            onChange={value => setView(VIEWS.find(each => each.value === value)?.value ?? 'side')}
            data={[...VIEWS]}
          />
        )}
        <Switch size="xs" label="Draw masks" checked={isDrawing} onChange={() => setDrawing(!isDrawing)} />
        {hasKept && (
          <TextButton label="Mask what differs" variant="subtle" onClick={() => areas().forEach(leeway.addMask)} />
        )}
      </div>
      <PictureViews
        view={view}
        kept={kept.shown}
        now={now.shown}
        difference={verdict?.image}
        masks={leeway.masks}
        onDraw={isDrawing ? leeway.addMask : undefined}
      />
      <Masks masks={leeway.masks} onRemove={leeway.removeMask} />
      <LeewayForm leeway={leeway} verdict={verdict} />
    </div>
  );
}

interface LeewayFormProps {
  leeway: ReturnType<typeof useLeeway>;
  verdict: ReturnType<typeof useVerdict>['verdict'];
}

const LeewayForm = ({ leeway, verdict }: LeewayFormProps) => (
  <div className="row wrap gap-md">
    <NumberInput
      className={classes.tolerance}
      size="xs"
      label="Tolerance (%)"
      min={0}
      max={100}
      step={0.1}
      decimalScale={3}
      value={leeway.tolerance}
      onChange={value => leeway.setTolerance(Number(value) || 0)}
    />
    {verdict !== undefined && (
      <span className={classes.verdict} data-passes={verdict.passes} role="status">
        {verdict.words}
      </span>
    )}
    <TextButton
      label="Save into the action"
      variant="default"
      obstacle={leeway.isChanged ? undefined : 'Tolerance and masks are as in the action'}
      loading={leeway.isSaving}
      onClick={() => void leeway.save()}
    />
  </div>
);

interface MasksProps {
  masks: readonly PictureArea[];
  onRemove(area: PictureArea): void;
}

function Masks({ masks, onRemove }: MasksProps) {
  if (masks.length === 0) return null;
  return (
    <ul className={`row wrap gap-md flush note ${classes.masks}`} aria-label="Masks">
      {masks.map(area => {
        const words = `${area.width} × ${area.height} at ${area.x}, ${area.y}`;
        return (
          <li key={words} className="row gap-xs">
            {words}
            <CloseButton size="xs" aria-label={`Remove the mask ${words}`} onClick={() => onRemove(area)} />
          </li>
        );
      })}
    </ul>
  );
}

const MOST_MASKS = 50;

const isSame = (one: PictureArea, other: PictureArea): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is tried; the action has it once it is saved. */
function useLeeway({ versionId }: ShownRun, difference: DifferingPicture) {
  const { editing } = useIde();
  const saved = { tolerance: difference.tolerance ?? 0, masks: difference.masks ?? NONE };
  const [tolerance, setTolerance] = useState(saved.tolerance);
  const [masks, setMasks] = useState<readonly PictureArea[]>(saved.masks);
  const [isSaving, setSaving] = useState(false);
  const isChanged = tolerance !== saved.tolerance || JSON.stringify(masks) !== JSON.stringify(saved.masks);
  const save = async () => {
    setSaving(true);
    await attempt('Save into the action', async () => {
      const { testCode, actionId } = difference;
      const given = {
        ...{ versionId, testCode, actionId },
        tolerance: tolerance === 0 ? null : tolerance,
        masks: masks.length === 0 ? null : [...masks],
      };
      await editing.change('editAction', given);
      showDone('The action has this tolerance and these masks from its next run on');
    });
    setSaving(false);
  };
  return {
    ...{ tolerance, setTolerance, masks, isChanged, isSaving, save },
    addMask: (area: PictureArea) =>
      setMasks(all => (all.length >= MOST_MASKS || all.some(each => isSame(each, area)) ? all : [...all, area])),
    removeMask: (area: PictureArea) => setMasks(all => all.filter(each => !isSame(each, area))),
  };
}

const NONE: readonly PictureArea[] = [];
