import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FormDraft } from '../../../app/drafts.ts';
import { useSubmit, type Work } from '../../../app/queries.ts';
import { Card } from '../../../ui/card.tsx';
import { AddIcon } from '../../../ui/icons.ts';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from './form.module.css';

interface AddFormProps {
  /** Of the button, to which the focus returns. */
  id: string;
  /** Of the button and the form. */
  label: string;
  submitLabel: string;
  hint?: string;
  /** Resolves with what follows once the form is closed. Errors: as of tools, and `ConnectionLost`. */
  send(): Promise<() => void>;
  fields(work: Pick<Work, 'problem' | 'forget'>): ReactNode;
}

interface AddCardProps extends AddFormProps {
  title: string;
  draft: Pick<FormDraft<unknown>, 'isChanged' | 'discard'>;
  children: ReactNode;
}

/** A list and a button, which opens a form that adds to it. */
export function AddCard({ title, draft, children, ...form }: AddCardProps) {
  const [isOpen, setOpen] = useState(draft.isChanged);
  const close = () => {
    draft.discard();
    setOpen(false);
  };
  const button = (
    <Button id={form.id} size="xs" leftSection={<AddIcon size={15} aria-hidden />} onClick={() => setOpen(true)}>
      {form.label}
    </Button>
  );
  return (
    <Card title={title} aside={!isOpen && button}>
      <div className={classes.form}>
        {isOpen && <AddForm {...form} onClose={close} />}
        {children}
      </div>
    </Card>
  );
}

function AddForm({ id, label, submitLabel, hint, send, fields, onClose }: AddFormProps & { onClose(): void }) {
  const { isBusy, onSubmit, ...work } = useSubmit(async () => {
    const follow = await send();
    onClose();
    follow();
  });
  useFocusReturn(id);
  return (
    <form
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {fields(work)}
      <div className={`row wrap gap-md ${classes.buttons}`}>
        {hint !== undefined && <p className="flush note">{hint}</p>}
        <span className="grow" />
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
