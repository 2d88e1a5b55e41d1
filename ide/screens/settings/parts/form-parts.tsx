import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsConnected } from '../../../app/context.tsx';
import type { FormDraft } from '../../../app/drafts.ts';
import type { Work } from '../../../app/queries.ts';
import { NO_CONNECTION } from '../../../commands/command.ts';
import { Conflict } from '../../../parts/conflict.tsx';
import { Problem } from '../../../parts/problem.tsx';
import classes from './form.module.css';

interface SettingsFormProps {
  label: string;
  labels?: { save: string; discard: string };
  form: {
    draft: Pick<FormDraft<unknown>, 'isChanged' | 'isElsewhere' | 'isLost' | 'discard' | 'takeTheirs' | 'keepMine'>;
    work: Pick<Work, 'problem' | 'isBusy' | 'forget'>;
    save(): void;
  };
  /** Where known, the names of what was changed elsewhere as well. */
  changedElsewhere?: readonly string[];
  /** Whether the refused field shows the reason itself. */
  isShownAtField: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

const LABELS = { save: 'Save', discard: 'Discard changes' };

export function SettingsForm(props: SettingsFormProps) {
  const { label, labels = LABELS, form, changedElsewhere, isShownAtField, aside, children } = props;
  const { draft, work, save } = form;
  const { problem, isBusy } = work;
  const isConnected = useIsConnected();
  const unchanged = draft.isChanged ? undefined : 'Nothing has been changed';
  const obstacle = isConnected ? unchanged : NO_CONNECTION;
  return (
    <form
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (obstacle === undefined && !isBusy) save();
      }}
    >
      {draft.isElsewhere && !isBusy && (
        <Conflict
          what={changedElsewhere?.join(', ')}
          onSettle={choice => (choice === 'theirs' ? draft.takeTheirs() : draft.keepMine())}
        />
      )}
      {children}
      {draft.isLost && (
        <p className="flush small warning" role="status">
          Secrets are not kept over a reload: type them again.
        </p>
      )}
      {problem !== undefined && !isShownAtField && <Problem>{problem.message}</Problem>}
      <div className={`row wrap gap-md ${classes.buttons}`}>
        {aside}
        <span className="grow" />
        {(draft.isChanged || draft.isLost) && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              work.forget();
              draft.discard();
            }}
          >
            {labels.discard}
          </Button>
        )}
        <Button
          type="submit"
          size="xs"
          loading={isBusy}
          {...(obstacle === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, title: obstacle })}
        >
          {labels.save}
        </Button>
      </div>
    </form>
  );
}
