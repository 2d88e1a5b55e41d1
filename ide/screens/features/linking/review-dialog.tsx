import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { patternOf, valuesIn } from '../../../../model/feature/step-pattern.ts';
import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useAnswer } from '../../../app/queries.ts';
import { type LinkReview, snapshotOf } from '../../../app/state.ts';
import type { LinkedReply, LinkedText } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { linkTexts } from '../../../commands/step-links.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import classes from './linking.module.css';
import { StepWords } from './step-words.tsx';

export function ReviewDialog({ review }: { review: LinkReview }) {
  const { store } = useIde();
  const test = useIdeState(state => snapshotOf(state)?.tests[review.testCode]);
  const close = () => store.setView({ reviewing: undefined });
  return (
    <Dialog
      opened
      onClose={close}
      size="48rem"
      title={
        <>
          Link to <span dir="auto">{test?.name ?? review.testCode}</span>
        </>
      }
    >
      <Review review={review} onClose={close} />
    </Dialog>
  );
}

function Review({ review: asked, onClose }: { review: LinkReview; onClose(): void }) {
  const [review, setReview] = useState(asked);
  const { reply, again } = useDryRun(review);
  if (reply.phase === 'loading') return <SkeletonRows count={4} label="Loading the texts" />;
  if (reply.phase === 'failed')
    return <Failure title="The texts cannot be shown" message={reply.message} onRetry={again} />;
  return <Choice review={review} reply={reply.value} onChange={setReview} onClose={onClose} />;
}

/** Keeps the last reply while the next one loads. */
function useDryRun({ text, also, moduleCode, testCode, parameters, valuesTo }: LinkReview) {
  const which = also === undefined ? { like: true } : { also };
  const said = { ...(parameters && { parameters }), ...(valuesTo && { valuesTo }) };
  const given = { text, moduleCode, testCode, ...which, ...said, dryRun: true };
  return useAnswer('linkStep', given);
}

interface ReviewChoiceProps {
  review: LinkReview;
  reply: LinkedReply;
  onChange(review: LinkReview): void;
  onClose(): void;
}

/** Where values are assigned by position, with what that leaves to say; each pattern is assigned on its own. */
function byPlace(review: LinkReview, { texts = [], valuesTo: found = [] }: LinkedReply): LinkReview {
  const isOne = texts.every(({ text }) => patternOf(text) === patternOf(review.text));
  if (!isOne || found.length === 0) return review;
  const valuesTo = review.valuesTo ?? found;
  const others = Object.entries(review.parameters ?? {}).filter(([name]) => ![...found, ...valuesTo].includes(name));
  return { ...review, valuesTo, parameters: Object.fromEntries(others) };
}

function Choice({ review: asked, reply, onChange, onClose }: ReviewChoiceProps) {
  const ide = useIde();
  const review = byPlace(asked, reply);
  const parameters = useIdeState(state => snapshotOf(state)?.tests[review.testCode]?.parameters) ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { texts = [], leftOut = [] } = reply;
  const chosen = texts.filter(({ text }) => !left.has(text));
  const steps = chosen.reduce((total, each) => total + each.steps, 0);
  const toggle = (text: string, isOn: boolean) => {
    const others = [...left].filter(other => other !== text);
    setLeft(new Set(isOn ? others : [...others, text]));
  };
  const link = () => {
    onClose();
    void attempt('Link', () =>
      linkTexts(
        ide,
        chosen.map(({ text }) => text),
        review,
      ),
    );
  };
  return (
    <>
      {review.valuesTo !== undefined && (
        <ValueChoice
          text={review.text}
          valuesTo={review.valuesTo}
          parameters={parameters.map(({ name }) => name)}
          onChange={valuesTo => onChange({ ...review, valuesTo })}
        />
      )}
      <ul className={`scroll plain-list boxed ${classes.texts}`} aria-label="Texts that are linked">
        {texts.map(each => (
          <li key={each.text} className={classes.text}>
            <Checkbox
              size="xs"
              checked={!left.has(each.text)}
              onChange={event => toggle(each.text, event.currentTarget.checked)}
              label={<StepWords text={each.text} />}
            />
            <Values text={each} />
            <span className={`note numbers ${classes.times}`}>× {each.steps}</span>
          </li>
        ))}
      </ul>
      {reply.omitted !== undefined && (
        <Text size="xs" c="dimmed" mt="xs">
          There are more. Link these first.
        </Text>
      )}
      {leftOut.length > 0 && <LeftOut texts={leftOut} />}
      <Group justify="space-between" gap="xs" mt="md">
        <Text size="xs" c="dimmed" role="status">
          {counted(steps, 'step')} will turn black. One undo reverts all of it.
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            Cancel
          </Button>
          <Button autoFocus size="xs" disabled={chosen.length === 0} onClick={link}>
            Link {counted(chosen.length, 'text')}
          </Button>
        </Group>
      </Group>
    </>
  );
}

const Values = ({ text: { parameters = {}, lost = [] } }: { text: LinkedText }) => (
  <span className={`flex note ${classes.values}`}>
    {Object.entries(parameters).map(([name, value]) => (
      <span key={name}>
        {name} ← <span dir="auto">{value === '' ? '(empty)' : value}</span>
      </span>
    ))}
    {lost.length > 0 && <span className="warning">no parameter for {lost.join(', ')}</span>}
  </span>
);

const LeftOut = ({ texts }: { texts: readonly LinkedText[] }) => (
  <section aria-label="Left out">
    <Text size="xs" c="dimmed" mt="sm">
      Left out: the test has no parameter for the values in which{' '}
      {texts.length === 1 ? 'this one differs' : 'these differ'}.
    </Text>
    <ul className={`scroll plain-list boxed ${classes.texts}`}>
      {texts.map(({ text, steps }) => (
        <li key={text} className={classes.text}>
          <StepWords text={text} />
          <span className={`note numbers ${classes.times}`}>× {steps}</span>
        </li>
      ))}
    </ul>
  </section>
);

interface ValueChoiceProps {
  text: string;
  /** For each value its parameter, '' for none. */
  valuesTo: readonly string[];
  parameters: readonly string[];
  onChange(valuesTo: string[]): void;
}

function ValueChoice({ text, valuesTo, parameters, onChange }: ValueChoiceProps) {
  const values = valuesIn(text);
  if (parameters.length === 0 || Math.max(values.length, parameters.length) < 2) return null;
  return (
    <fieldset className={classes.choice}>
      <legend>Where the values go</legend>
      {values.map((value, at) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no other identity
          key={at}
          size="xs"
          label={<span dir="auto">{value === '' ? '(empty)' : value}</span>}
          data={[{ value: '', label: 'nowhere' }, ...parameters]}
          value={valuesTo[at] ?? ''}
          onChange={event => onChange(exchanged(values.length, valuesTo, { at, name: event.currentTarget.value }))}
        />
      ))}
    </fieldset>
  );
}

/** A parameter takes one value, so the two places are exchanged. */
const exchanged = (count: number, valuesTo: readonly string[], { at, name }: { at: number; name: string }): string[] =>
  Array.from({ length: count }, (_, place) => {
    const old = valuesTo[place] ?? '';
    if (place === at) return name;
    return name !== '' && old === name ? (valuesTo[at] ?? '') : old;
  });
