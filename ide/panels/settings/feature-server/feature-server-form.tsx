import { Button, Input } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import { NO_CONNECTION } from '../../../commands/command.ts';
import { Card } from '../../../ui/card.tsx';
import { CheckResult } from './check-result.tsx';
import classes from './feature-server.module.css';
import { type Field, hasField, labelOf } from './fields.ts';
import { ServerFields } from './server-fields.tsx';
import { ServerStatus } from './server-status.tsx';
import type { ServerForm } from './use-feature-server.ts';
import { type Stored, useServerForm } from './use-server-form.ts';

interface FeatureServerFormProps extends Stored {
  title: string;
  isSaving: boolean;
  form: ServerForm;
}

/** The settings, what a check of them finds, and the way back. */
export function FeatureServerForm({ title, form, isSaving, ...stored }: FeatureServerFormProps) {
  const { draft, saved, both, lost } = form;
  const place = useRef<HTMLFormElement>(null);
  const { check, problem, marks, suspects, isUntouched, ...can } = useServerForm(form, stored);
  useEffect(() => {
    if (problem?.field !== undefined) showField(place.current, problem.field);
  }, [problem]);
  const isElsewhere = problem !== undefined && (problem.field === undefined || !hasField(draft.type, problem.field));
  return (
    <Card title={title} aside={<ServerStatus form={form} check={check} isUntouched={isUntouched} />}>
      <form
        ref={place}
        className={classes.form}
        aria-label={title}
        onSubmit={event => {
          event.preventDefault();
          if (!isUntouched && !isSaving) void can.done();
        }}
      >
        {both.length > 0 && (
          <div className={classes.conflict} role="alert">
            <span>Changed elsewhere: {both.map(field => labelOf(field, draft.type)).join(', ')}</span>
            <Button size="compact-xs" variant="default" onClick={can.takeTheirs}>
              Take theirs
            </Button>
            <Button size="compact-xs" variant="default" onClick={can.keepMine}>
              Keep mine
            </Button>
          </div>
        )}
        <ServerFields draft={draft} saved={saved} lost={lost} marks={marks} onChange={can.edit} />
        {isElsewhere && (
          <Input.Error size="sm" role="alert" dir="auto">
            {problem.message}
          </Input.Error>
        )}
        <Buttons
          canCheck={draft.type !== 'none'}
          isChecking={check.phase === 'working'}
          isSaving={isSaving}
          isUntouched={isUntouched}
          canDiscard={!isUntouched || lost.length > 0}
          onCheck={() => void can.runCheck()}
          onDiscard={can.discard}
        />
      </form>
      <CheckResult
        check={check}
        type={draft.type}
        suspects={suspects}
        onShow={field => showField(place.current, field)}
        onCancel={can.cancelCheck}
      />
    </Card>
  );
}

/** Brings a field into view, with what is said of it, and gives it the focus. */
function showField(form: HTMLFormElement | null, field: Field): void {
  const input = form?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  for (let outer = input?.closest('details'); outer; outer = outer.parentElement?.closest('details')) outer.open = true;
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

interface ButtonsProps {
  canCheck: boolean;
  isChecking: boolean;
  isSaving: boolean;
  isUntouched: boolean;
  canDiscard: boolean;
  onCheck(): void;
  onDiscard(): void;
}

/** Each stays where it is; what cannot be done now says why. */
function Buttons({ canCheck, isChecking, isSaving, isUntouched, canDiscard, onCheck, onDiscard }: ButtonsProps) {
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  const offline = isConnected ? undefined : NO_CONNECTION;
  const unchanged = isUntouched ? UNCHANGED : undefined;
  const undiscarded = canDiscard ? undefined : UNCHANGED;
  return (
    <div className={classes.buttons}>
      {canCheck && (
        <Button size="xs" variant="light" loading={isChecking} {...blocked(offline)} onClick={ifFree(offline, onCheck)}>
          Check
        </Button>
      )}
      <span className={classes.spacer} />
      <Button size="xs" variant="default" {...blocked(undiscarded)} onClick={ifFree(undiscarded, onDiscard)}>
        Cancel
      </Button>
      <Button type="submit" size="xs" loading={isSaving} {...blocked(offline ?? unchanged)}>
        Done
      </Button>
    </div>
  );
}

const UNCHANGED = 'Nothing has been changed';

/** It stays focusable, so that the reason can be read. */
const blocked = (reason: string | undefined) =>
  reason === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, title: reason };

const ifFree = (reason: string | undefined, action: () => void) => () => {
  if (reason === undefined) action();
};
