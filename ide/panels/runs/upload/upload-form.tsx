import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ISSUE_KEY } from '../../../../model/feature/issue-keys.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import type { Loaded } from '../../../app/state.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { Problem } from '../../shared/problem.tsx';
import { ServerProgress } from '../../shared/server-progress.tsx';
import { useReply } from '../../shared/use-reply.ts';
import { messageOf, useServerCall } from '../../shared/use-server-call.ts';
import { PlanList } from './plan-list.tsx';
import { SettingsLink, WithSettings } from './settings-link.tsx';
import classes from './upload.module.css';
import type { UploadReply } from './upload-reply.ts';

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

/** What would be sent of a run; asked again when another execution is to be filled, and the last answer shown until then. */
function useDryRun(runId: string, executionKey: string | undefined) {
  const isWanted = useIdeState(state => state.connection.phase === 'open');
  const given = { runId, dryRun: true, executionKey };
  const how = { timeoutMs: LIMIT_MS, isWanted, inWords: messageOf };
  const { reply, retry } = useReply({ name: 'uploadResults', given, ...how });
  return { plan: reply, retry };
}

/** Nobody has ended a word yet who is still typing. */
const SETTLED_MS = 300;

interface UploadFormProps {
  place: ProjectPlace;
  runId: string;
  /** The execution that was filled last: sent again, the results would make one more. */
  lastKey: string | undefined;
  sending: Sending;
  serverStage: string | undefined;
  onSend(keys: UploadKeys): Promise<void>;
  onCancel(): void;
  onClose(): void;
}

export function UploadForm(props: UploadFormProps) {
  const { runId, lastKey = '', sending, onSend } = props;
  const [execution, setExecution] = useState(lastKey);
  const [plan, setPlan] = useState('');
  const [settled] = useDebouncedValue(isKey(execution) ? keyOf(execution) : undefined, SETTLED_MS);
  const dryRun = useDryRun(runId, settled);
  const isSending = sending.phase === 'sending';
  const areKeysFine = isKey(execution) && isKey(plan);
  const canSend = areKeysFine && !isSending && dryRun.plan.phase === 'ready' && dryRun.plan.value.tests.length > 0;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (canSend) void onSend({ executionKey: keyOf(execution), planKey: keyOf(plan) });
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={2}>
          <KeyField
            label="Execution key"
            description="The execution to fill. Empty: a new one"
            placeholder="SHOP-901"
            value={execution}
            isDisabled={isSending}
            isFirst
            onChange={setExecution}
          />
          <KeyField
            label="Plan key"
            description="The plan that the results belong to"
            placeholder="SHOP-77"
            value={plan}
            isDisabled={isSending}
            onChange={setPlan}
          />
        </SimpleGrid>
        <Plan {...props} plan={dryRun.plan} />
        <Outcome {...props} />
        <Buttons {...props} {...dryRun} canSend={canSend} />
      </Stack>
    </form>
  );
}

function Plan({ plan, place }: Pick<UploadFormProps, 'place'> & { plan: Loaded<UploadReply> }) {
  if (plan.phase === 'loading') return <SkeletonRows count={3} label="Preparing preview" />;
  if (plan.phase === 'failed')
    return (
      <Problem>
        <WithSettings message={plan.message} place={place} />
      </Problem>
    );
  return (
    <>
      <PlanList plan={plan.value} />
      {plan.value.tests.length === 0 && <NothingToSend isEmpty={plan.value.leftOut.length === 0} place={place} />}
    </>
  );
}

const NothingToSend = ({ isEmpty, place }: Pick<UploadFormProps, 'place'> & { isEmpty: boolean }) => (
  <Text size="sm" className={classes.nothing} role="status">
    {isEmpty ? (
      'Nothing in this run has finished, so there are no results.'
    ) : (
      <>
        Nothing can be sent: the service knows results by issue keys, and none of these has one of its own among its
        tags, such as <code>@SHOP-201</code>. The prefix of keys in tags is set in <SettingsLink place={place} />.
      </>
    )}
  </Text>
);

function Outcome({ sending, serverStage, place }: UploadFormProps) {
  if (sending.phase === 'sending')
    return <ServerProgress of="upload" label="Upload" stage={serverStage} else="Making the report" />;
  if (sending.phase === 'failed')
    return (
      <Problem>
        <WithSettings message={sending.problem} place={place} />
      </Problem>
    );
  if (sending.phase === 'cancelled')
    return (
      <Text size="sm" c="dimmed" role="status">
        Cancelled. The service may already have the results: check there before you send them again.
      </Text>
    );
  return null;
}

/** What the focus was on may be gone: it goes to what comes next. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

interface UploadButtonsProps extends UploadFormProps {
  plan: Loaded<UploadReply>;
  canSend: boolean;
  retry(): void;
}

function Buttons({ sending, plan, canSend, retry, onCancel, onClose }: UploadButtonsProps) {
  if (sending.phase === 'sending')
    return (
      <Group justify="flex-end" gap="xs">
        <Button key="cancel" ref={focus} variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" loading>
          Uploading
        </Button>
      </Group>
    );
  const isTriedAgain = sending.phase === 'failed' || sending.phase === 'cancelled';
  return (
    <Group justify="flex-end" gap="xs">
      <Button key="close" variant="default" size="xs" onClick={onClose}>
        Close
      </Button>
      {plan.phase === 'failed' ? (
        <Button size="xs" onClick={retry}>
          Retry
        </Button>
      ) : (
        <Button
          key={`upload ${sending.phase}`}
          {...(isTriedAgain ? { ref: focus } : {})}
          type="submit"
          size="xs"
          disabled={!canSend}
        >
          {isTriedAgain ? 'Try again' : 'Upload'}
          {plan.phase === 'ready' && plan.value.total > 0 && ` (${plan.value.total})`}
        </Button>
      )}
    </Group>
  );
}

/** As the service writes keys; undefined for none. */
const keyOf = (text: string): string | undefined => text.trim().toUpperCase() || undefined;

const isKey = (text: string): boolean => {
  const key = keyOf(text);
  return key === undefined || ISSUE_KEY.test(key);
};

interface KeyFieldProps {
  label: string;
  description: string;
  placeholder: string;
  value: string;
  isDisabled: boolean;
  isFirst?: boolean;
  onChange(value: string): void;
}

/** The key of an issue, which may be left out. */
const KeyField = ({ label, description, placeholder, value, isDisabled, isFirst = false, onChange }: KeyFieldProps) => (
  <TextInput
    size="xs"
    label={label}
    description={description}
    placeholder={placeholder}
    value={value}
    error={isKey(value) ? undefined : 'Enter an issue key, e.g. SHOP-901'}
    disabled={isDisabled}
    data-autofocus={isFirst || undefined}
    onChange={event => onChange(event.currentTarget.value)}
    autoComplete="off"
    spellCheck={false}
  />
);

type Sending =
  | { phase: 'none' }
  | { phase: 'sending' }
  | { phase: 'cancelled' }
  | { phase: 'failed'; problem: string }
  | { phase: 'sent'; reply: UploadReply };

interface UploadKeys {
  executionKey: string | undefined;
  planKey: string | undefined;
}

/** Sends the results of a run. `onEnd`: what is kept with the run may have changed; it may come after the dialog has gone. */
export function useSending(runId: string, onEnd: () => void) {
  const { session } = useIde();
  const { serverStage, attempt, cancel } = useServerCall();
  const [sending, setSending] = useState<Sending>({ phase: 'none' });
  const send = async (keys: UploadKeys) => {
    setSending({ phase: 'sending' });
    await attempt(
      async options => {
        const given = { runId, ...keys };
        setSending({ phase: 'sent', reply: await session.call('uploadResults', given, options) });
      },
      problem => setSending(problem === undefined ? { phase: 'cancelled' } : { phase: 'failed', problem }),
    );
    onEnd();
  };
  return { sending, serverStage, send, cancel };
}
