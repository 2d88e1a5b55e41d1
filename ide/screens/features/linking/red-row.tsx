import { ActionIcon, Button, Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { valuesIn } from '../../../../model/feature/step-pattern.ts';
import { useIde } from '../../../app/context.tsx';
import type { LinkedTest } from '../../../app/feature-links.ts';
import type { Ide } from '../../../app/ide.ts';
import type { Suggestion } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { linkSteps, linkToNewTest } from '../../../commands/step-links.ts';
import { ChevronDownIcon, ChevronRightIcon, LinkIcon } from '../../../ui/icons.ts';
import classes from './linking.module.css';
import { StepWords } from './step-words.tsx';
import { Score, scoreText, TestMenu, TestName, TestPicker } from './test-picker.tsx';
import type { RedRow } from './use-red-choice.ts';

interface RedRowProps {
  row: RedRow;
  isTicked: boolean;
  isPartly: boolean;
  /** Whether Tab reaches its controls. */
  isCurrent: boolean;
  isPicking: boolean;
  onTick(): void;
  onFold(): void;
  onPicking(isOpen: boolean): void;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function RedRowView(props: RedRowProps) {
  const { row, isTicked, isPartly, isCurrent, isPicking, onTick, onPicking, onFocus, onKeyDown } = props;
  const { words, texts, level, steps, playable, suggestion, isOpen } = row;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isTicked}
      aria-label={`${words}, not linked, ${steps === 1 ? '1 step' : `${steps} steps`}`}
      tabIndex={tabIndex}
      className={classes.row}
      data-level={level}
      data-ticked={isTicked || undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <span role="gridcell" className="stack">
        <Checkbox
          size="xs"
          aria-label={`Choose ${words}`}
          checked={isTicked}
          indeterminate={isPartly && !isTicked}
          tabIndex={tabIndex}
          onChange={onTick}
        />
      </span>
      <StepCell {...props} tabIndex={tabIndex} />
      <span role="gridcell" className={classes.number} title="Steps that would turn black">
        {steps}
      </span>
      <span role="gridcell" className={classes.number} title="Scenarios that would have no red steps left">
        {playable === 0 ? <span className="dim">–</span> : `+${playable}`}
      </span>
      <span role="gridcell" className={`flex may-shrink ${classes.suggested}`}>
        {suggestion !== undefined && <SuggestionButton texts={texts} suggestion={suggestion} tabIndex={tabIndex} />}
      </span>
      <span role="gridcell" className={classes.plug}>
        <PlugButton
          texts={texts}
          isOpen={isPicking}
          onOpen={onPicking}
          variant={level === 1 ? 'default' : 'subtle'}
          tabIndex={tabIndex}
          of={words}
        />
      </span>
    </div>
  );
}

function StepCell({ row: { words, texts, values, isOpen }, onFold, tabIndex }: RedRowProps & { tabIndex: number }) {
  return (
    <span role="gridcell" className={`flex gap-sm may-shrink ${classes.step}`}>
      {isOpen !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          tabIndex={tabIndex}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the ${texts.length} texts of ${words}`}
          onClick={onFold}
        >
          <ChevronRightIcon size={14} className={classes.foldIcon} data-open={isOpen || undefined} />
        </ActionIcon>
      )}
      <span className="stack may-shrink">
        <StepWords text={words} />
        {values !== undefined && (
          <span className="note ellipsis">
            {texts.length} texts: <span dir="auto">{values}</span>
          </span>
        )}
      </span>
    </span>
  );
}

interface SuggestionButtonProps {
  texts: readonly string[];
  suggestion: Suggestion;
  tabIndex: number;
}

function SuggestionButton({ texts, suggestion, tabIndex }: SuggestionButtonProps) {
  const ide = useIde();
  const { moduleName, name } = suggestion;
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.suggestion}
      tabIndex={tabIndex}
      aria-label={`Link to ${moduleName} / ${name}, ${scoreText(suggestion)}`}
      leftSection={<LinkIcon size={13} aria-hidden />}
      onClick={() => linkOrReview(ide, texts, suggestion)}
    >
      <TestName module={moduleName} name={name} /> <Score suggestion={suggestion} />
    </Button>
  );
}

interface PlugButtonProps {
  texts: readonly string[];
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  variant?: string;
  tabIndex?: number;
  /** The step, for screen readers. */
  of?: string;
}

export function PlugButton({ texts, isOpen, onOpen, variant = 'default', tabIndex, of }: PlugButtonProps) {
  const ide = useIde();
  const button = (
    <Button
      size="compact-xs"
      variant={variant}
      tabIndex={tabIndex}
      aria-label={of === undefined ? undefined : `Plug test case into ${of}`}
      rightSection={<ChevronDownIcon size={13} aria-hidden />}
      onClick={() => onOpen(!isOpen)}
    >
      Plug test case
    </Button>
  );
  const close = () => onOpen(false);
  return (
    <TestMenu button={button} isOpen={isOpen} onClose={close}>
      <TestPicker
        text={texts[0] ?? ''}
        onPick={choice => {
          close();
          linkOrReview(ide, texts, choice);
        }}
        onNew={() => {
          close();
          void attempt('Link', () => linkToNewTest(ide, texts));
        }}
      />
    </TestMenu>
  );
}

/** A single text without values is linked at once; others are reviewed first. */
function linkOrReview(ide: Ide, texts: readonly string[], { moduleCode, testCode }: LinkedTest): void {
  const [text = '', ...also] = texts;
  if (also.length === 0 && valuesIn(text).length === 0)
    void attempt('Link', () => linkSteps(ide, text, { moduleCode, testCode }));
  else ide.store.setView({ reviewing: { text, also, moduleCode, testCode } });
}
