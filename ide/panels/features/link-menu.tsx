import { ActionIcon, Button, Popover } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { testChoices } from '../../app/feature-links.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { linkSteps, linkToNewTest } from '../../commands/step-links.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Picker, type PickerEntry } from '../../ui/picker.tsx';
import classes from './features.module.css';

const MOST_SHOWN = 100;

interface LinkMenuProps {
  step: FeatureStep;
  scenario: string;
}

/** The list of tests that a step can be linked to, behind its button. */
export function LinkMenu({ step, scenario }: LinkMenuProps) {
  const { store } = useIde();
  const { index, linked } = step;
  const isOpen = useIdeState(({ view }) => view.linking?.scenario === scenario && view.linking.index === index);
  const toggle = () => store.setView({ linking: isOpen ? undefined : { scenario, index } });
  const close = () => store.setView({ linking: undefined });
  const button = linked ? (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Plug another test case" onClick={toggle}>
      <ChevronDownIcon size={14} />
    </ActionIcon>
  ) : (
    <Button
      size="compact-xs"
      variant="default"
      rightSection={<ChevronDownIcon size={13} aria-hidden />}
      onClick={toggle}
    >
      Plug test case
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Popover opened onChange={close} position="bottom-end" width={360} trapFocus returnFocus shadow="md">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        aria-label="Plug test case"
        onKeyDown={event => {
          if (event.key === 'Escape') close();
        }}
      >
        <Tests text={step.text} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface TestEntry extends PickerEntry {
  link(): Promise<void>;
}

function Tests({ text, onDone }: { text: string; onDone(): void }) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const [query, setQuery] = useState('');
  const choices = useMemo(
    () => (snapshot === undefined ? [] : testChoices(snapshot, { text, query, limit: MOST_SHOWN })),
    [snapshot, text, query],
  );
  const entries: TestEntry[] = choices.map(({ moduleCode, testCode, module, name, isSuggested }) => ({
    key: testCode,
    section: isSuggested ? 'Suggested' : 'All tests',
    label: <TestName module={module} name={name} />,
    link: () => linkSteps(ide, text, { moduleCode, testCode }),
  }));
  // Never the first one, which Enter takes.
  const suggested = entries.filter(({ section }) => section === 'Suggested');
  const others = entries.filter(entry => !suggested.includes(entry));
  const own: TestEntry = {
    key: 'new',
    section: suggested.length > 0 ? 'Suggested' : 'Or',
    label: 'New test from this step',
    link: () => linkToNewTest(ide, text),
  };
  return (
    <Picker
      label="Test for the step"
      placeholder="Find a test"
      query={query}
      onQuery={setQuery}
      entries={[...suggested, ...(suggested.length > 0 ? [own, ...others] : [...others, own])]}
      onPick={({ link }: TestEntry) => {
        onDone();
        void attempt('Link', link);
      }}
      empty="No test fits."
    />
  );
}

export const TestName = ({ module, name }: { module: string; name: string }) => (
  <span className={`${classes.cut} foreign`}>
    <span className={classes.module}>{module} / </span>
    {name}
  </span>
);
