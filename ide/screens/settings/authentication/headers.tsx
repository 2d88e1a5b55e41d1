import { Button } from '@mantine/core';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AddIcon, TrashIcon } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { SecretField } from '../feature-server/secret-field.tsx';
import classes from '../parts/form.module.css';
import { type AuthReply, type HeaderDraft, keptHeader, nextId } from './auth-draft.ts';
import own from './authentication.module.css';
import type { AuthFormState } from './use-auth-form.ts';

export function Headers({ form, auth }: { form: AuthFormState; auth: AuthReply }) {
  const { headers } = form.draft.value;
  const setHeader = (changed: HeaderDraft) =>
    form.set({ headers: headers.map(header => (header.id === changed.id ? changed : header)) });
  return (
    <fieldset className={classes.group}>
      <legend>Headers</legend>
      {headers.map(header => {
        const { value, ...rest } = header;
        const kept = keptHeader(auth, header);
        const called = header.name || 'without a name';
        return (
          <div key={header.id} className={own.row} data-two role="group" aria-label={`Header ${called}`}>
            <TextField
              label="Header"
              placeholder="X-Api-Key"
              value={header.name}
              onChange={typed => setHeader({ ...header, name: typed })}
              autoFocus={header.name === ''}
            />
            <SecretField
              name={`header-${header.id}`}
              label="Value"
              kept={kept}
              text={value === undefined && kept === undefined ? '' : value}
              onChange={next => setHeader(next === undefined ? rest : { ...rest, value: next })}
            />
            <IconButton
              className={own.remove}
              label="Remove header"
              name={`Remove header ${header.name}`}
              icon={<TrashIcon size={15} />}
              onClick={() => form.set({ headers: headers.filter(({ id }) => id !== header.id) })}
            />
          </div>
        );
      })}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<AddIcon size={14} aria-hidden />}
          onClick={() => form.set({ headers: [...headers, { id: nextId(headers), name: '', value: '' }] })}
        >
          Add header
        </Button>
      </div>
    </fieldset>
  );
}
