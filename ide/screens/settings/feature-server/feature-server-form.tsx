import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useIsConnected } from '../../../app/context.tsx';
import { NO_CONNECTION } from '../../../commands/command.ts';
import { type Field, isField, labelOf } from '../../../parts/feature-server/field-labels.ts';
import { Card } from '../../../ui/card.tsx';
import { SettingsForm } from '../parts/form-parts.tsx';
import { CheckResult } from './check-result.tsx';
import { fieldAt, hasField } from './fields.ts';
import { ServerFields } from './server-fields.tsx';
import { ServerStatus } from './server-status.tsx';
import { fieldsOf, marksOf } from './stage-marks.ts';
import { type ServerFormProps, useServerForm } from './use-server-form.ts';

const LABELS = { save: 'Done', discard: 'Cancel' };

export function FeatureServerForm({ title, ...props }: ServerFormProps & { title: string }) {
  const { saved } = props;
  const place = useRef<HTMLDivElement>(null);
  const { form, check, tryIt, cancel, edit } = useServerForm(props);
  const { value, both, isChanged } = form.draft;
  const { problem } = form.work;
  const field = fieldAt(problem?.field);
  const found = check.phase === 'done' ? marksOf(check.reply, value) : {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to its field once
  useEffect(() => {
    if (field !== undefined) showField(place.current, field);
  }, [problem]);
  return (
    <Card title={title} aside={<ServerStatus saved={saved} type={value.type} check={check} isChanged={isChanged} />}>
      <div ref={place}>
        <SettingsForm
          label={title}
          labels={LABELS}
          form={form}
          changedElsewhere={both.filter(isField).map(name => labelOf(name, value.type))}
          isShownAtField={field !== undefined && hasField(value.type, field)}
          aside={value.type !== 'none' && <CheckButton isChecking={check.phase === 'working'} onCheck={tryIt} />}
        >
          <ServerFields
            draft={value}
            saved={saved}
            marks={{ ...found, ...(field && { [field]: problem?.message }) }}
            onChange={edit}
          />
        </SettingsForm>
      </div>
      <CheckResult
        check={check}
        type={value.type}
        suspects={fieldsOf(found)}
        onShow={name => showField(place.current, name)}
        onCancel={cancel}
      />
    </Card>
  );
}

function showField(form: HTMLElement | null, field: Field): void {
  const input = form?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  for (let outer = input?.closest('details'); outer; outer = outer.parentElement?.closest('details')) outer.open = true;
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/** A disabled button says why; it stays focusable for that. */
function CheckButton({ isChecking, onCheck }: { isChecking: boolean; onCheck(): void }) {
  const isConnected = useIsConnected();
  const blocked = { 'aria-disabled': true, 'data-disabled': true, title: NO_CONNECTION };
  return (
    <Button
      size="xs"
      variant="light"
      loading={isChecking}
      {...(isConnected ? {} : blocked)}
      onClick={() => isConnected && onCheck()}
    >
      Check
    </Button>
  );
}
