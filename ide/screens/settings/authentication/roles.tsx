import { Button, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AddIcon, TrashIcon } from '../../../ui/icons.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SecretField } from '../feature-server/secret-field.tsx';
import classes from '../parts/form.module.css';
import { type AuthReply, keptPassword, nextId, type RoleDraft } from './auth-draft.ts';
import own from './authentication.module.css';
import type { AuthFormState } from './use-auth-form.ts';

interface RolesProps {
  form: AuthFormState;
  auth: AuthReply;
  hasStateFile: boolean;
}

export function Roles({ form, auth, hasStateFile }: RolesProps) {
  const { roles } = form.draft.value;
  const setRole = (changed: RoleDraft) =>
    form.set({ roles: roles.map(role => (role.id === changed.id ? changed : role)) });
  const add = () =>
    form.set({ roles: [...roles, { id: nextId(roles), role: '', username: '', password: '', stateFile: '' }] });
  return (
    <fieldset className={classes.group}>
      <legend>Roles</legend>
      <p className="flush note">Tests without a role sign in as the first one.</p>
      {roles.map((role, index) => (
        <RoleRow
          key={role.id}
          role={role}
          isNew={!auth.roles.some(one => one.role === role.role)}
          kept={keptPassword(auth, role)}
          hasStateFile={hasStateFile}
          signIns={auth.roles.find(one => one.role === role.role)?.signIns ?? []}
          errorOf={part => form.errorOf(`roles[${index}].${part}`)}
          onChange={setRole}
          onRemove={() => form.set({ roles: roles.filter(({ id }) => id !== role.id) })}
        />
      ))}
      <div>
        <Button size="xs" variant="default" leftSection={<AddIcon size={14} aria-hidden />} onClick={add}>
          Add role
        </Button>
      </div>
    </fieldset>
  );
}

type RoleSignIns = NonNullable<AuthReply['roles'][number]['signIns']>;

interface RoleRowProps {
  role: RoleDraft;
  isNew: boolean;
  kept: ReturnType<typeof keptPassword>;
  hasStateFile: boolean;
  signIns: RoleSignIns;
  errorOf(part: string): string | undefined;
  onChange(role: RoleDraft): void;
  onRemove(): void;
}

function RoleRow({ role, isNew, kept, hasStateFile, signIns, errorOf, onChange, onRemove }: RoleRowProps) {
  const { password, ...rest } = role;
  // Stored passwords belong to the name of a role.
  const text = password === undefined && kept === undefined ? '' : password;
  return (
    <div className={own.row} role="group" aria-label={`Role ${role.role || 'without a name'}`}>
      <TextInput
        label="Role"
        value={role.role}
        onChange={event => onChange({ ...role, role: event.currentTarget.value })}
        error={errorOf('role')}
        autoFocus={isNew && role.role === ''}
        autoComplete="off"
      />
      <TextField
        label="User name"
        value={role.username}
        onChange={typed => onChange({ ...role, username: typed })}
        error={errorOf('username')}
      />
      <SecretField
        name={`password-${role.id}`}
        label="Password"
        kept={kept}
        text={text}
        onChange={next => onChange(next === undefined ? rest : { ...rest, password: next })}
        error={errorOf('password')}
      />
      <IconButton
        className={own.remove}
        label="Remove role"
        name={`Remove role ${role.role}`}
        icon={<TrashIcon size={15} />}
        onClick={onRemove}
      />
      {signIns.length > 0 && <KeptSignIns signIns={signIns} />}
      {hasStateFile && <StateFile role={role} error={errorOf('stateFile')} onChange={onChange} />}
    </div>
  );
}

const KeptSignIns = ({ signIns }: { signIns: RoleSignIns }) => (
  <p className={`flush note ${own.wide}`}>
    Signed in{' '}
    {signIns.map(({ environment, at }, index) => (
      <Fragment key={environment ?? ''}>
        {index > 0 && ', '}
        <RelativeTime at={at} />
        {environment !== undefined && ` to ${environment}`}
      </Fragment>
    ))}
  </p>
);

interface StateFileProps extends Pick<RoleRowProps, 'role' | 'onChange'> {
  error: string | undefined;
}

const StateFile = ({ role, error, onChange }: StateFileProps) => (
  <TextField
    className={own.wide}
    label="State file"
    description="Below files/; blank keeps who is signed in in the app window"
    value={role.stateFile}
    onChange={typed => onChange({ ...role, stateFile: typed })}
    error={error}
  />
);
