import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { linkSteps, linkToNewTest } from '../../commands/step-links.ts';
import { isFocusFree } from '../../ui/free-focus.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import classes from '../linking/step.module.css';
import { TestPicker } from '../linking/test-picker.tsx';
import { useRedTextsLike } from './use-red-texts-like.ts';

interface LinkMenuProps {
  step: FeatureStep;
  scenario: string;
  isLinked: boolean;
  /** The element with the text of the step. */
  textId: string;
}

/** The list of tests that a step can be linked to, behind its button. */
export function LinkMenu({ step: { index, text }, scenario, isLinked, textId }: LinkMenuProps) {
  const { store } = useIde();
  const isOpen = useIdeState(({ view }) => view.linking?.scenario === scenario && view.linking.index === index);
  const toggle = () => store.setView({ linking: isOpen ? undefined : { scenario, index } });
  const close = () => store.setView({ linking: undefined });
  const opener = useRef<HTMLButtonElement>(null);
  const shown = isOpen ? 'list' : isLinked;
  // Buttons come and go with the list and the link, and take the keys along.
  useEffect(() => {
    const { stepFocus } = store.getState().view;
    const isAtStep = stepFocus?.scenario === scenario && stepFocus.index === index;
    if (isAtStep && shown !== 'list' && isFocusFree()) opener.current?.focus();
  }, [store, scenario, index, shown]);
  const button = isLinked ? (
    <ActionIcon
      ref={opener}
      variant="subtle"
      color="gray"
      size="sm"
      aria-label="Plug another test case"
      aria-describedby={textId}
      onClick={toggle}
    >
      <ChevronDownIcon size={14} />
    </ActionIcon>
  ) : (
    <Button
      ref={opener}
      size="compact-xs"
      variant="default"
      rightSection={<ChevronDownIcon size={13} aria-hidden />}
      aria-describedby={textId}
      onClick={toggle}
    >
      Plug test case
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Popover opened onChange={close} position="bottom-end" width={380} trapFocus returnFocus shadow="md">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        aria-label="Plug test case"
        onKeyDown={event => {
          if (event.key === 'Escape') close();
        }}
      >
        <StepPicker text={text} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Links all steps of the text; with others like it where that is wanted, which are looked at first. */
function StepPicker({ text, onDone }: { text: string; onDone(): void }) {
  const ide = useIde();
  const alike = useRedTextsLike(text);
  const [withAlike, setWithAlike] = useState(false);
  const link = (work: () => Promise<void>) => {
    onDone();
    void attempt('Link', work);
  };
  return (
    <TestPicker
      text={text}
      onPick={({ moduleCode, testCode }) => {
        if (!withAlike) return link(() => linkSteps(ide, text, { moduleCode, testCode }));
        onDone();
        ide.store.setView({ reviewing: { text, moduleCode, testCode } });
      }}
      onNew={() => link(() => linkToNewTest(ide, withAlike ? [text, ...alike] : [text]))}
    >
      {alike.length > 0 && (
        <Checkbox
          size="xs"
          className={classes.withAlike}
          label={`With ${alike.length === 1 ? '1 text' : `${alike.length} texts`} that differ in values alone`}
          checked={withAlike}
          onChange={event => setWithAlike(event.currentTarget.checked)}
        />
      )}
    </TestPicker>
  );
}
