import { Checkbox, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { counted } from '../../../model/names/counted.ts';
import { ProjectKey } from '../../../model/project/feature-server.ts';
import { useIde, useIdeState, useIsConnected } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { type Call, useAnswer } from '../../app/queries.ts';
import { featuresOf, type Loaded } from '../../app/state.ts';
import type { ArgumentsOf, FeatureEntry, ReplyOf } from '../../app/tool-replies.ts';
import { isForeign } from '../../commands/features.ts';
import classes from '../../parts/feature-server/sending.module.css';
import { SendingDialog, SendingForm, SendingProblem, Sent } from '../../parts/feature-server/sending.tsx';
import { useServerCall } from '../../parts/feature-server/use-server-call.ts';
import { WarningIcon } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { nameOf } from './feature-items.ts';

type PushReply = ReplyOf<'pushFeatures'>;

/** Waits until the typing pauses. */
const SETTLED_MS = 300;
const LIMIT_MS = 60_000;

export function PushDialog({ place }: { place: ProjectPlace }) {
  const { navigation, session } = useIde();
  const { call, start, cancel } = useServerCall<PushReply>();
  const close = () => navigation.go({ ...place, dialog: undefined }, { replace: true });
  return (
    <SendingDialog title="Push features to the server" call={call} onClose={close}>
      {call.phase === 'done' ? (
        <Outcome reply={call.reply} onClose={close} />
      ) : (
        <PushForm
          {...{ place, call, cancel }}
          onSend={given => void start(options => session.call('pushFeatures', given, options))}
          onClose={close}
        />
      )}
    </SendingDialog>
  );
}

interface PushFormProps {
  place: ProjectPlace;
  call: Call;
  onSend(given: ArgumentsOf<'pushFeatures'>): void;
  cancel(): void;
  onClose(): void;
}

function useOwnFeatures(): FeatureEntry[] {
  const { store } = useIde();
  return useIdeState(featuresOf).filter(feature => !isForeign(store.getState(), feature));
}

function PushForm(props: PushFormProps) {
  const { place, call, onSend } = props;
  const own = useOwnFeatures();
  const isOnline = useIsConnected();
  const [left, setLeft] = useState<ReadonlySet<string>>(() => leftOutFirst(own, place.feature));
  const [key, setKey] = useState('');
  const [settled] = useDebouncedValue(isKey(key) ? keyOf(key) : undefined, SETTLED_MS);
  const chosen = own.map(({ featureCode }) => featureCode).filter(code => !left.has(code));
  const features = chosen.length === own.length ? undefined : chosen;
  const isWanted = isOnline && chosen.length > 0;
  const given = { features, dryRun: true, projectKey: settled };
  const { reply: plan, again } = useAnswer('pushFeatures', given, { timeoutMs: LIMIT_MS, isWanted });
  const isSending = call.phase === 'working';
  const canSend = isWanted && !isSending && isKey(key) && plan.phase === 'ready';
  return (
    <SendingForm
      {...props}
      of="push"
      label="Push"
      else="Writing the keys"
      cancelled="The service may already have the features: pushing again changes the tests that it made."
      plan={chosen.length > 0 ? plan : undefined}
      {...{ canSend, again }}
      onSend={() => onSend({ features, projectKey: keyOf(key) })}
    >
      <Text size="sm" c="dimmed">
        The server makes a test of each scenario, or changes the one that has its key. Keys of new tests are written
        above their scenarios.
      </Text>
      <Choice {...{ own, left, isSending }} onChange={setLeft} />
      <ProjectKeyField
        value={key}
        known={plan.phase === 'ready' ? plan.value.projectKey : 'SHOP'}
        {...{ isSending }}
        onChange={setKey}
      />
      {chosen.length > 0 && <Plan {...{ plan, place }} />}
    </SendingForm>
  );
}

interface ProjectKeyProps {
  value: string;
  /** The default, where none is entered. */
  known: string;
  isSending: boolean;
  onChange(value: string): void;
}

const ProjectKeyField = ({ value, known, isSending, onChange }: ProjectKeyProps) => (
  <TextField
    size="xs"
    w="12rem"
    label="Project key"
    description="The project of the tests"
    placeholder={known}
    value={value}
    error={isKey(value) ? undefined : 'Enter a project key, e.g. SHOP'}
    disabled={isSending}
    onChange={onChange}
  />
);

/** Only the shown feature is chosen, where it is the project's own. */
function leftOutFirst(own: readonly FeatureEntry[], shown: string | undefined): ReadonlySet<string> {
  const codes: string[] = own.map(({ featureCode }) => featureCode);
  return new Set(shown !== undefined && codes.includes(shown) ? codes.filter(code => code !== shown) : []);
}

const keyOf = (text: string): string | undefined => text.trim().toUpperCase() || undefined;

const isKey = (text: string): boolean => {
  const key = keyOf(text);
  return key === undefined || ProjectKey.safeParse(key).success;
};

interface PushChoiceProps {
  own: readonly FeatureEntry[];
  left: ReadonlySet<string>;
  isSending: boolean;
  onChange(left: ReadonlySet<string>): void;
}

const Choice = ({ own, left, isSending, onChange }: PushChoiceProps) => (
  <fieldset className={`column boxed ${classes.choice}`} disabled={isSending}>
    <legend>Features of the project</legend>
    {own.map((feature, index) => (
      <Checkbox
        key={feature.featureCode}
        size="xs"
        label={nameOf(feature)}
        checked={!left.has(feature.featureCode)}
        data-autofocus={index === 0 || undefined}
        onChange={({ currentTarget: { checked } }) => {
          const next = new Set(left);
          if (checked) next.delete(feature.featureCode);
          else next.add(feature.featureCode);
          onChange(next);
        }}
      />
    ))}
  </fieldset>
);

function Plan({ plan, place }: { plan: Loaded<PushReply>; place: ProjectPlace }) {
  if (plan.phase === 'loading') return <SkeletonRows count={3} label="Preparing preview" />;
  if (plan.phase === 'failed') return <SendingProblem message={plan.message} place={place} />;
  const { features, total, to } = plan.value;
  return (
    <div>
      <p className={`note ${classes.facts}`}>
        <span className={`bold numbers ${classes.counts}`}>
          {counted(features.length, 'feature')} · {counted(total, 'scenario')}
        </span>{' '}
        to <span dir="auto">{to}</span>
      </p>
      <ScenarioList reply={plan.value} label="What is pushed" />
    </div>
  );
}

const STATES: Readonly<Record<PushReply['scenarios'][number]['state'], string>> = {
  new: 'new test',
  known: 'changes its test',
  unknown: 'no test found',
};

function ScenarioList({ reply: { scenarios, total, unreadable }, label }: { reply: PushReply; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <div className={`scroll boxed ${classes.list}`} tabIndex={0} role="region" aria-label={label}>
      <ul className={`plain-list ${classes.rows}`}>
        {scenarios.map(({ scenario, name, key, state }) => (
          <li key={scenario} className={classes.row}>
            <span />
            <span className={`numbers ${classes.key}`} dir="auto">
              {key ?? '–'}
            </span>
            <span className={classes.name} dir="auto" title={name}>
              {name}
            </span>
            <span>{STATES[state]}</span>
          </li>
        ))}
        {total > scenarios.length && <li className={classes.more}>and {total - scenarios.length} more</li>}
        {unreadable.map(file => (
          <li key={file} className={classes.row} data-left-out>
            <span />
            <span className={`numbers ${classes.key}`}>–</span>
            <span className={classes.name} dir="auto" title={file}>
              {file}
            </span>
            <span>cannot be read</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ reply, onClose }: { reply: PushReply; onClose(): void }) {
  const { features, projectKey, errors, fault, preconditions } = reply;
  const warnings = [...(fault === undefined ? [] : [`No keys were written: ${fault}`]), ...errors];
  const title = (
    <span dir="auto">
      {counted(features.length, 'feature')} pushed to {projectKey}
    </span>
  );
  return (
    <Sent title={title} onClose={onClose}>
      <ScenarioList reply={reply} label="What was pushed" />
      {preconditions.length > 0 && (
        <Text size="sm" c="dimmed">
          Preconditions of the backgrounds: {preconditions.join(', ')}
        </Text>
      )}
      {warnings.map(warning => (
        <p key={warning} className={classes.warning}>
          <WarningIcon size={15} aria-hidden />
          <span dir="auto">{warning}</span>
        </p>
      ))}
    </Sent>
  );
}
