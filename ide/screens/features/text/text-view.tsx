import { Button, Tooltip, useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIde, useIdeState, useIsConnected } from '../../../app/context.tsx';
import type { UnsavedText } from '../../../app/feature-texts.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { type FeatureText, snapshotOf } from '../../../app/state.ts';
import { lineOfScenario, shownText } from '../../../app/text-form.ts';
import { showUndo } from '../../../app/toasts.tsx';
import type { FeatureEntry, FeatureFault } from '../../../app/tool-replies.ts';
import { attempt, NO_CONNECTION, perform } from '../../../commands/command.ts';
import { copyFeature } from '../../../commands/feature-edits.ts';
import { isForeign } from '../../../commands/features.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { takeTyped } from '../../../commands/type-ahead.ts';
import { SettleButtons } from '../../../parts/conflict.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { TooltipText } from '../../../ui/icon-button.tsx';
import { LockIcon } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { useTextKey, useUnsavedText } from '../use-unsaved-text.ts';
import { GherkinEditor, type ShownLine } from './gherkin-editor.tsx';
import { knownSteps } from './known-steps.ts';
import classes from './text.module.css';

interface TextViewProps {
  feature: FeatureEntry;
  place: ProjectPlace;
}

export function TextView({ feature, place }: TextViewProps) {
  const { texts } = useIde();
  const { featureCode } = feature;
  const text = useText(feature);
  const mine = useUnsavedText(featureCode);
  if (text?.stored.phase === 'failed' && mine === undefined)
    return (
      <Failure
        title="The text cannot be shown"
        message={text.stored.message}
        onRetry={() => void texts.read(featureCode)}
      />
    );
  if (text === undefined || (text.stored.phase !== 'ready' && mine === undefined)) return <BeingRead />;
  return <Text key={featureCode} feature={feature} place={place} text={text} mine={mine} />;
}

const BeingRead = () => <SkeletonRows count={8} label="Loading the text" />;

/** Read again when the file changes; what was written before is looked through for faults again. */
function useText({ featureCode, revision }: FeatureEntry): FeatureText | undefined {
  const { texts } = useIde();
  const isConnected = useIsConnected();
  const key = useTextKey(featureCode);
  useEffect(() => {
    if (isConnected && revision !== '') void texts.read(featureCode).then(() => texts.check(featureCode));
  }, [texts, featureCode, revision, isConnected]);
  useEffect(() => () => texts.close(key), [texts, key]);
  return useIdeState(state => state.texts[key]);
}

const NONE: NonNullable<FeatureText['faults']> = [];

interface TextProps extends TextViewProps {
  text: FeatureText;
  mine: UnsavedText | undefined;
}

function Text({ feature, place, text, mine }: TextProps) {
  const ide = useIde();
  const { texts } = ide;
  const { featureCode, file, scenarios } = feature;
  const isReadOnly = useIdeState(state => isForeign(state, feature));
  const isDark = useComputedColorScheme() === 'dark';
  const steps = useKnownSteps();
  const { stored, isRefused = false, isSaving = false } = text;
  const faults = (mine === undefined ? feature.errors : text.faults) ?? NONE;
  const shown = useMemo(
    () => mine?.text ?? (stored.phase === 'ready' ? shownText(stored.value.text) : ''),
    [mine, stored],
  );
  const isWritten = useTextFocus(featureCode);
  const { line, goTo } = useLine(lineOfScenario(shown, scenarios, place.scenario), place.scenario);
  return (
    <section className="column fill" aria-label={`Text of ${file}`}>
      <div className={`row gap-md ${classes.bar}`}>
        {isReadOnly ? (
          <Locked feature={feature} stored={stored} />
        ) : (
          <Writing feature={feature} isUnsaved={mine !== undefined} isSaving={isSaving} />
        )}
      </div>
      <Overtaken feature={feature} stored={stored} mine={mine} />
      <GherkinEditor
        label={`Text of ${file}`}
        text={shown}
        isReadOnly={isReadOnly}
        isDark={isDark}
        faults={faults}
        line={line}
        takeTyped={isWritten ? () => takeTyped(ide).text : undefined}
        onEdit={written => texts.edit(featureCode, written)}
        onPause={() => void texts.check(featureCode)}
        steps={steps}
      />
      <Faults faults={faults} isUrgent={mine === undefined || isRefused} onLine={goTo} />
    </section>
  );
}

/** True only once. */
function useTextFocus(featureCode: string): boolean {
  const { store } = useIde();
  const [isFocused] = useState(() => store.getState().view.textFocus === featureCode);
  useEffect(() => {
    if (isFocused) store.setView({ textFocus: undefined });
  }, [store, isFocused]);
  return isFocused;
}

/** Follows the chosen scenario, and faults that are clicked. */
function useLine(number: number | undefined, scenario: string | undefined) {
  const [line, setLine] = useState<ShownLine | undefined>(number === undefined ? undefined : { number });
  const shown = useRef(scenario);
  useEffect(() => {
    if (shown.current === scenario) return;
    shown.current = scenario;
    if (number !== undefined) setLine({ number });
  }, [scenario, number]);
  return { line, goTo: (next: number) => setLine({ number: next, isFocused: true }) };
}

/** Gathered once somebody writes a step, not before. */
function useKnownSteps() {
  const { store } = useIde();
  const last = useRef<{ causes: readonly unknown[]; steps: ReturnType<typeof knownSteps> }>(undefined);
  return () => {
    const state = store.getState();
    const snapshot = snapshotOf(state);
    if (snapshot === undefined || state.features.phase !== 'ready') return [];
    const { links, tests, modules } = snapshot;
    const causes = [state.features.value, links, tests, modules];
    if (causes.some((cause, index) => cause !== last.current?.causes[index]))
      last.current = { causes, steps: knownSteps(state.features.value, snapshot) };
    return last.current?.steps ?? [];
  };
}

const SAVE = { label: COMMANDS.saveText.title, shortcut: COMMANDS.saveText.shortcut };

function Locked({ feature, stored }: Pick<FeatureText, 'stored'> & Pick<TextProps, 'feature'>) {
  const ide = useIde();
  if (stored.phase !== 'ready') return null;
  const copy = () => copyFeature(ide, feature, stored.value.text);
  return (
    <>
      <span className={`row gap-sm ${classes.words}`}>
        <LockIcon size={14} aria-hidden />
        It comes from the server: edit it there, or make a copy.
      </span>
      <Button size="compact-xs" variant="default" onClick={() => void attempt('Make local copy', copy)}>
        Make local copy
      </Button>
    </>
  );
}

interface WritingProps {
  feature: FeatureEntry;
  isUnsaved: boolean;
  isSaving: boolean;
}

function Writing({ feature: { featureCode }, isUnsaved, isSaving }: WritingProps) {
  const ide = useIde();
  const isConnected = useIsConnected();
  const discard = () => {
    const bringBack = ide.texts.discard(featureCode);
    showUndo('Your changes were discarded', bringBack);
  };
  return (
    <>
      <span className={`row gap-sm ${classes.words}`} role="status" data-unsaved={isUnsaved || undefined}>
        {isUnsaved ? 'Not saved' : 'Saved'}
        {isUnsaved && !isConnected && `. ${NO_CONNECTION}.`}
      </span>
      {isUnsaved && (
        <Button size="compact-xs" variant="default" onClick={discard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Tooltip label={<TooltipText {...SAVE} obstacle={undefined} />} openDelay={400}>
        <Button
          size="compact-xs"
          variant={isUnsaved ? 'filled' : 'default'}
          disabled={!isUnsaved || !isConnected}
          loading={isSaving}
          onClick={() => void perform(COMMANDS.saveText, ide)}
        >
          Save
        </Button>
      </Tooltip>
    </>
  );
}

/** Somebody else changed the file since the person began to edit it. */
function Overtaken({
  feature: { featureCode },
  stored,
  mine,
}: Omit<TextProps, 'place' | 'text'> & Pick<FeatureText, 'stored'>) {
  const { texts } = useIde();
  if (mine === undefined || stored.phase !== 'ready' || stored.value.revision === mine.base.revision) return null;
  const takeTheirs = () => showUndo('Your changes were discarded', texts.discard(featureCode));
  return (
    <Banner
      isUrgent
      actions={
        <SettleButtons onSettle={choice => (choice === 'theirs' ? takeTheirs() : texts.keepMine(featureCode))} />
      }
    >
      Changed elsewhere. Your text is not saved.
    </Banner>
  );
}

interface FaultsProps {
  faults: readonly FeatureFault[];
  /** Announced at once; faults of a text that is being written can wait. */
  isUrgent: boolean;
  onLine(line: number): void;
}

function Faults({ faults, isUrgent, onLine }: FaultsProps) {
  if (faults.length === 0) return null;
  const role = isUrgent ? 'alert' : 'status';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div key={role} role={role} aria-label="Problems in the text">
      <ul className={`fixed-size plain-list ${classes.faults}`}>
        {faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== undefined && (
              <>
                <button type="button" className={`bare bold ${classes.faultLine}`} onClick={() => onLine(line)}>
                  Line {line}
                </button>
                {': '}
              </>
            )}
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
