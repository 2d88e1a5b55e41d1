import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ISSUE_KEY } from '../../../../model/feature/issue-keys.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { type Call, useAnswer } from '../../../app/queries.ts';
import type { Loaded } from '../../../app/state.ts';
import { SendingForm, SendingProblem } from '../../../parts/feature-server/sending.tsx';
import { SettingsLink } from '../../../parts/feature-server/settings-link.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PlanList } from './plan-list.tsx';
import classes from './upload.module.css';
import type { UploadReply } from './upload-reply.ts';

/** Reports of long runs take their time. */
const LIMIT_MS = 120_000;

type DryRunKeys = Pick<UploadKeys, 'executionKey' | 'version' | 'evidence'>;

function useDryRun(runId: string, asked: DryRunKeys) {
  const given = { runId, dryRun: true, ...asked };
  const { reply: plan, again } = useAnswer('uploadResults', given, { timeoutMs: LIMIT_MS });
  return { plan, again };
}

type Evidence = 'all' | 'failures' | 'none';

const EVIDENCE: { value: Evidence; label: string }[] = [
  { value: 'all', label: 'All that fit' },
  { value: 'failures', label: 'Of failures only' },
  { value: 'none', label: 'None' },
];

/** The service is not asked while somebody is still typing. */
const SETTLED_MS = 300;

interface UploadFormProps {
  place: ProjectPlace;
  runId: string;
  /** The execution that was filled last: without its key, sending again would make another one. */
  lastKey: string | undefined;
  call: Call;
  onSend(keys: UploadKeys): Promise<void>;
  cancel(): void;
  onClose(): void;
}

export function UploadForm(props: UploadFormProps) {
  const { runId, lastKey = '', call, onSend } = props;
  const [wanted, setWanted] = useState<WantedUpload>({ execution: lastKey, plan: '', version: '', evidence: 'all' });
  const [settled] = useDebouncedValue(isKey(wanted.execution) ? keyOf(wanted.execution) : undefined, SETTLED_MS);
  const [version] = useDebouncedValue(wanted.version.trim() || undefined, SETTLED_MS);
  const dryRun = useDryRun(runId, { executionKey: settled, version, evidence: wanted.evidence });
  const isSending = call.phase === 'working';
  const areKeysFine = isKey(wanted.execution) && isKey(wanted.plan);
  const canSend = areKeysFine && !isSending && dryRun.plan.phase === 'ready' && dryRun.plan.value.tests.length > 0;
  return (
    <SendingForm
      {...props}
      {...dryRun}
      of="upload"
      label="Upload"
      else="Making the report"
      cancelled="The service may already have the results: check there before you send them again."
      canSend={canSend}
      onSend={() => void onSend(keysOf(wanted))}
    >
      <ExecutionFields
        wanted={wanted}
        isDisabled={isSending}
        onChange={change => setWanted(before => ({ ...before, ...change }))}
      />
      <Plan {...props} plan={dryRun.plan} />
    </SendingForm>
  );
}

interface WantedUpload {
  execution: string;
  plan: string;
  version: string;
  evidence: Evidence;
}

const keysOf = ({ execution, plan, version, evidence }: WantedUpload): UploadKeys => ({
  executionKey: keyOf(execution),
  planKey: keyOf(plan),
  version: version.trim() || undefined,
  evidence,
});

interface ExecutionFieldsProps {
  wanted: WantedUpload;
  isDisabled: boolean;
  onChange(change: Partial<WantedUpload>): void;
}

const ExecutionFields = ({ wanted, isDisabled, onChange }: ExecutionFieldsProps) => (
  <SimpleGrid cols={2}>
    <KeyField
      label="Execution key"
      description="The execution to fill. Empty: a new one"
      placeholder="SHOP-901"
      value={wanted.execution}
      isDisabled={isDisabled}
      isFirst
      onChange={execution => onChange({ execution })}
    />
    <KeyField
      label="Plan key"
      description="The plan that the results belong to"
      placeholder="SHOP-77"
      value={wanted.plan}
      isDisabled={isDisabled}
      onChange={plan => onChange({ plan })}
    />
    <TextInput
      size="xs"
      label="Version"
      description="The version of the application"
      placeholder="1.4"
      value={wanted.version}
      disabled={isDisabled}
      maxLength={200}
      onChange={event => onChange({ version: event.currentTarget.value })}
      autoComplete="off"
    />
    <NativeSelect
      size="xs"
      label="Pictures"
      description="What goes along with the results"
      data={EVIDENCE}
      value={wanted.evidence}
      disabled={isDisabled}
      onChange={event => onChange({ evidence: evidenceOf(event.currentTarget.value) })}
    />
  </SimpleGrid>
);

const evidenceOf = (text: string): Evidence => EVIDENCE.find(({ value }) => value === text)?.value ?? 'all';

function Plan({ plan, place }: Pick<UploadFormProps, 'place'> & { plan: Loaded<UploadReply> }) {
  if (plan.phase === 'loading') return <SkeletonRows count={3} label="Preparing preview" />;
  if (plan.phase === 'failed') return <SendingProblem message={plan.message} place={place} />;
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

/** In capitals, as the service writes keys; undefined for none. */
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

const KeyField = ({ label, description, placeholder, value, isDisabled, isFirst = false, onChange }: KeyFieldProps) => (
  <TextField
    size="xs"
    label={label}
    description={description}
    placeholder={placeholder}
    value={value}
    error={isKey(value) ? undefined : 'Enter an issue key, e.g. SHOP-901'}
    disabled={isDisabled}
    data-autofocus={isFirst || undefined}
    onChange={onChange}
  />
);

export interface UploadKeys {
  executionKey: string | undefined;
  planKey: string | undefined;
  version: string | undefined;
  evidence: Evidence;
}
