import { Button, VisuallyHidden } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import type { PointedCheck } from '../../../app/state.ts';
import { checkedNow } from '../../../commands/check-elements.ts';
import type { PointedElement } from '../../live/use-pointing.ts';
import { rowSentence, textOfRow } from '../test/row-words.ts';
import { ChoiceInput } from './choice-input.tsx';
import { type ActionChoice, actionOf, choicesFor, locate } from './choices-for.ts';
import { LocatorChoice } from './locator-choice.tsx';
import { performAndAdd } from './perform-and-add.ts';
import classes from './point-and-do.module.css';
import { useSecretName } from './use-secret-name.ts';

interface ActionChoicesProps {
  element: PointedElement;
  onClose(): void;
}

export function ActionChoices({ element, onClose }: ActionChoicesProps) {
  const choices = useMemo(() => choicesFor(element), [element]);
  const [active, setActive] = useState<ActionChoice | undefined>(choices[0]);
  const [asked, setAsked] = useState<ActionChoice>();
  const [locator, setLocator] = useState<string>();
  const { problem, busy, perform } = usePerform(element, onClose);
  const checking = useIdeState(checkedNow);
  const wanted = choices.find(({ name }) => name === checking);
  useOnce(() => {
    if (wanted !== undefined) void perform(wanted, '', undefined);
  });
  const choice = asked ?? active;
  if (choice === undefined) return null;
  const located = locate(element, choice.name, locator);
  const choose = (one: ActionChoice) => {
    setActive(one);
    setAsked(one.asks === undefined ? undefined : one);
    if (one.asks === undefined) void perform(one, '', locator);
  };
  return (
    <>
      <ChoiceGrid choices={choices} busy={busy} asked={asked} onActive={setActive} onChoose={choose} />
      {asked === undefined ? (
        <Preview element={element} choice={choice} locator={locator} />
      ) : (
        <ChoiceInput
          key={asked.name}
          choice={asked}
          element={element}
          isBusy={busy !== undefined}
          onAnswer={answer => void perform(asked, answer, locator)}
        />
      )}
      {checking !== undefined && wanted === undefined && (
        <p className={classes.problem} role="alert">
          {NOTHING_TO_CHECK[checking]}
        </p>
      )}
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem.message}
        </p>
      )}
      <LocatorChoice element={element} located={located} onChoose={setLocator} />
    </>
  );
}

const NOTHING_TO_CHECK: Readonly<Record<PointedCheck, string>> = {
  text: 'It has no text of its own to check.',
  value: 'It has no value to check.',
  visible: 'It cannot be checked.',
  count: 'It cannot be counted.',
  picture: 'It cannot be pictured.',
};

function useOnce(work: () => void): void {
  const first = useRef<(() => void) | undefined>(work);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
}

function usePerform(element: PointedElement, onClose: () => void) {
  const ide = useIde();
  const secretName = useSecretName();
  const { isBusy, busyWith, problem, refuse, run } = useWork();
  const perform = async (choice: ActionChoice, answer: string, locator: string | undefined) => {
    if (isBusy) return;
    const located = locate(element, choice.name, locator);
    if (located.count !== 1 && choice.name !== 'count')
      return refuse({
        message: `The locator finds ${located.count} elements. Choose one that finds this element alone.`,
      });
    await run(async () => {
      const text = await secretName(choice, answer);
      const fault = await performAndAdd(ide, actionOf(element, choice.name, text, located));
      if (fault === undefined) onClose();
      else refuse({ message: fault });
    }, choice.name);
  };
  return { problem, busy: busyWith, perform };
}

interface ChoiceGridProps {
  choices: readonly ActionChoice[];
  busy: string | undefined;
  asked: ActionChoice | undefined;
  onActive(choice: ActionChoice): void;
  onChoose(choice: ActionChoice): void;
}

function ChoiceGrid({ choices, busy, asked, onActive, onChoose }: ChoiceGridProps) {
  const { getItemProps } = useRovingIndex({ total: choices.length, columns: 2 });
  return (
    <div className={`stack gap-xs ${classes.choices}`} role="group" aria-label="What to do">
      {choices.map((choice, at) => (
        <Button
          key={choice.name}
          {...getItemProps({ index: at, onClick: () => onChoose(choice) })}
          // The Tab key reaches each of them, not only the arrow keys.
          tabIndex={0}
          size="compact-sm"
          variant={at === 0 ? 'filled' : 'default'}
          justify="flex-start"
          fw={at === 0 ? 600 : 500}
          // When this is loaded late, the bubble has already looked for its initial focus.
          autoFocus={at === 0}
          data-autofocus={at === 0 || undefined}
          aria-expanded={choice.asks === undefined ? undefined : asked === choice}
          loading={busy === choice.name}
          onFocus={() => onActive(choice)}
          onPointerEnter={() => onActive(choice)}
        >
          {choice.label}
        </Button>
      ))}
    </div>
  );
}

interface PreviewProps {
  element: PointedElement;
  choice: ActionChoice;
  locator: string | undefined;
}

function Preview({ element, choice, locator }: PreviewProps) {
  const action = actionOf(element, choice.name, '', locate(element, choice.name, locator));
  const text = choice.asks === undefined ? textOfRow(rowSentence(action, {})) : QUESTIONS[choice.asks];
  return (
    <p className="flush small quiet ellipsis" dir="auto" title={text}>
      <VisuallyHidden component="span">New action: </VisuallyHidden>
      {text}
    </p>
  );
}

const QUESTIONS: Record<NonNullable<ActionChoice['asks']>, string> = {
  text: 'Asks what to type',
  password: 'Asks what to type, and keeps it as a secret',
  option: 'Asks which option to choose',
  files: 'Asks which files to upload',
  variable: 'Asks for the name of a variable',
};
