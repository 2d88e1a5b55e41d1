import { Button, FileButton, Group, Paper, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Ide } from '../../app/ide.ts';
import { useCall } from '../../app/queries.ts';
import { putFile } from '../files/project-files.ts';
import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';

interface QuestionsProps {
  live: LiveViewState;
  size: { width: number; height: number };
}

/** Chromium draws these outside the page, so that they are not in the picture. */
export function LiveQuestionsView({ live, size }: QuestionsProps) {
  const { select, dialog, chooser } = live.questions;
  return (
    <>
      {select !== undefined && <SelectOptions live={live} size={size} question={select} />}
      {dialog !== undefined && <PageDialog key={dialog.dialog} live={live} question={dialog} />}
      {chooser !== undefined && <Chooser key={chooser.chooser} live={live} question={chooser} />}
    </>
  );
}

type LiveQuestion<Name extends keyof LiveViewState['questions']> = NonNullable<LiveViewState['questions'][Name]>;

/** Keys went to the app, which waits for the answer: they go to the question. Whoever is elsewhere stays there. */
function useFocusOfApp(live: LiveViewState): RefObject<HTMLDivElement | null> {
  const question = useRef<HTMLDivElement>(null);
  const { canvas } = live;
  useEffect(() => {
    if (document.activeElement !== canvas.current) return;
    const first = question.current?.querySelector<HTMLElement>('[data-autofocus]');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, [canvas]);
  return question;
}

interface QuestionCardProps {
  live: LiveViewState;
  label: string;
  onLeave(): void;
  children: ReactNode;
}

function QuestionCard({ live, label, onLeave, children }: QuestionCardProps) {
  const ref = useFocusOfApp(live);
  return (
    <Paper
      ref={ref}
      className={classes.dialog}
      shadow="lg"
      p="md"
      withBorder
      role="alertdialog"
      aria-label={label}
      onKeyDown={event => event.key === 'Escape' && onLeave()}
    >
      {children}
    </Paper>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]:enabled')];
  const at = options.findIndex(option => option.matches(':focus'));
  options[Math.max(0, at + step)]?.focus();
}

function SelectOptions({ live, size, question }: QuestionsProps & { question: LiveQuestion<'select'> }) {
  const { box, options, list } = question;
  const ref = useFocusOfApp(live);
  const first =
    options.find(({ isSelected, isDisabled }) => isSelected && !isDisabled) ?? options.find(one => !one.isDisabled);
  const choose = (chosen: number[]) => {
    live.send({ kind: 'choose', list, options: chosen });
    live.settle('select');
  };
  return (
    <Paper
      ref={ref}
      className={classes.options}
      shadow="md"
      withBorder
      role="listbox"
      aria-label="Options"
      style={{
        left: `${(100 * box.x) / size.width}%`,
        top: `${(100 * (box.y + box.height)) / size.height}%`,
        minWidth: `${(100 * box.width) / size.width}%`,
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') choose([]);
        else moveInList(event);
      }}
    >
      {options.map((option, index) => (
        <button
          type="button"
          role="option"
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no other name, and stay as they are
          key={index}
          className={`full-width bare ${classes.option}`}
          aria-selected={option.isSelected}
          disabled={option.isDisabled}
          onClick={() => choose([index])}
          data-autofocus={option === first || undefined}
        >
          {option.label}
        </button>
      ))}
    </Paper>
  );
}

function PageDialog({ live, question }: { live: LiveViewState; question: LiveQuestion<'dialog'> }) {
  const [text, setText] = useState(question.defaultText ?? '');
  const isPrompt = question.type === 'prompt';
  const answer = (accept: boolean) => {
    live.send({ kind: 'answer', dialog: question.dialog, accept, ...(isPrompt && accept ? { text } : {}) });
    live.settle('dialog');
  };
  return (
    <QuestionCard live={live} label="The page asks" onLeave={() => answer(false)}>
      <Text size="sm" className="as-typed break-words">
        {question.message}
      </Text>
      {isPrompt && (
        <TextInput
          aria-label="Answer"
          size="xs"
          mt="xs"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && answer(true)}
          data-autofocus
        />
      )}
      <Group justify="flex-end" gap="xs" mt="sm">
        {question.type !== 'alert' && (
          <Button size="xs" variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
        )}
        <Button size="xs" onClick={() => answer(true)} data-autofocus={!isPrompt || undefined}>
          OK
        </Button>
      </Group>
    </QuestionCard>
  );
}

/** Files are put into the project first, where tests find them as well. */
function Chooser({ live, question }: { live: LiveViewState; question: LiveQuestion<'chooser'> }) {
  const ide = useIde();
  const projectId = useIdeState(state => state.project?.projectId) ?? '';
  const { call, start } = useCall<void>();
  const answer = (paths: string[]) => {
    live.send({ kind: 'files', chooser: question.chooser, paths });
    live.settle('chooser');
  };
  const give = (files: readonly File[]) =>
    start(async ({ signal }) =>
      answer(await Promise.all(files.map(file => keepUpload(ide, { projectId, file, signal })))),
    );
  return (
    <QuestionCard live={live} label="The page asks for files" onLeave={() => answer([])}>
      <Text size="sm">
        The page asks for {question.isMultiple ? 'files' : 'a file'}. What you choose is kept in files/uploads.
      </Text>
      {call.phase === 'failed' && <p className={`small failed ${classes.problem}`}>{call.problem.message}</p>}
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => answer([])}>
          Cancel
        </Button>
        <FileButton multiple={question.isMultiple} onChange={chosen => void give([chosen ?? []].flat())}>
          {props => (
            <Button size="xs" loading={call.phase === 'working'} {...props} data-autofocus>
              Choose…
            </Button>
          )}
        </FileButton>
      </Group>
    </QuestionCard>
  );
}

interface ChosenFile {
  projectId: string;
  file: File;
  signal: AbortSignal;
}

async function keepUpload(ide: Ide, { projectId, file, signal }: ChosenFile): Promise<string> {
  try {
    return await putFile(ide, { projectId, path: `uploads/${file.name}` }, { body: file, signal });
  } catch (error) {
    throw new Error(`${file.name} could not be stored: ${messageOf(error)}`);
  }
}
