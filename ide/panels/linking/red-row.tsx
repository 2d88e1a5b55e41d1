import { ActionIcon, Button, Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useIde } from '../../app/context.tsx';
import type { Suggestion } from '../../app/tool-replies.ts';
import { ChevronRightIcon, LinkIcon } from '../../ui/icons.ts';
import { linkOrReview } from './link-or-review.ts';
import classes from './linking.module.css';
import { PlugButton } from './plug-button.tsx';
import type { RedRow } from './red-rows.ts';
import { StepWords } from './step-words.tsx';
import { TestName } from './test-name.tsx';
import { Score } from './test-picker.tsx';

interface RedRowProps {
  row: RedRow;
  isTicked: boolean;
  isPartly: boolean;
  /** Its parts are reached by Tab. */
  isCurrent: boolean;
  isPicking: boolean;
  onTick(): void;
  onFold(): void;
  onPicking(isOpen: boolean): void;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** A text, or a group of texts, with what its link brings and the test that it may mean. */
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
      <span role="gridcell" className={classes.tick}>
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
      <span role="gridcell" className={classes.number} title="Scenarios that would have no red step any more">
        {playable === 0 ? <span className={classes.none}>–</span> : `+${playable}`}
      </span>
      <span role="gridcell" className={classes.suggested}>
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
    <span role="gridcell" className={classes.step}>
      {isOpen !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          tabIndex={tabIndex}
          aria-label={`${isOpen ? 'Fold' : 'Show'} the ${texts.length} texts of ${words}`}
          onClick={onFold}
        >
          <ChevronRightIcon size={14} className={classes.foldIcon} data-open={isOpen || undefined} />
        </ActionIcon>
      )}
      <span className={classes.stepWords}>
        <StepWords text={words} />
        {values !== undefined && (
          <span className={classes.group}>
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
      aria-label={`Link to ${moduleName} / ${name}`}
      leftSection={<LinkIcon size={13} aria-hidden />}
      onClick={() => linkOrReview(ide, texts, suggestion)}
    >
      <TestName module={moduleName} name={name} />
      <Score suggestion={suggestion} />
    </Button>
  );
}
