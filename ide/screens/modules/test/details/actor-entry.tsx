import { Autocomplete } from '@mantine/core';
import { useId } from 'react';
import { z } from 'zod';
import { ACTOR_COLOURS, type ActorColour } from '../../../../../model/project/actor.ts';
import { DEVICES } from '../../../../../model/project/devices.ts';
import { SelectField } from '../../../../ui/fields.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MoveDownIcon, MoveUpIcon, TrashIcon } from '../../../../ui/icons.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { useRoles } from '../use-roles.ts';
import classes from './actors-part.module.css';

export const ActorTexts = z.object({
  name: z.string(),
  colour: z.enum(ACTOR_COLOURS),
  role: z.string(),
  device: z.string(),
});
export type ActorTexts = z.infer<typeof ActorTexts>;

interface ActorEntryProps {
  actor: ActorTexts;
  at: number;
  count: number;
  /** Of the stored rows. */
  rowsNaming: number;
  wrong: { field: string; message: string } | undefined;
  onChange(changed: Partial<ActorTexts>): void;
  onMove(to: number): void;
  onRemove(): void;
}

export function ActorEntry({ actor, at, count, rowsNaming, wrong, onChange, onMove, onRemove }: ActorEntryProps) {
  const called = actor.name === '' ? `actor ${at + 1}` : actor.name;
  return (
    <li className={classes.actor} style={{ borderInlineStartColor: `var(--st-actor-${actor.colour})` }}>
      <Fields actor={actor} wrong={wrong} onChange={onChange} />
      <div className="row gap-sm">
        <Swatches label={`Colour of ${called}`} chosen={actor.colour} onChoose={colour => onChange({ colour })} />
        <span className="grow note one-line">{rowsNaming > 0 && namedIn(rowsNaming)}</span>
        <IconButton
          size="sm"
          label={`Move ${called} up`}
          icon={<MoveUpIcon size={14} />}
          obstacle={at === 0 ? 'Already the first' : undefined}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          size="sm"
          label={`Move ${called} down`}
          icon={<MoveDownIcon size={14} />}
          obstacle={at === count - 1 ? 'Already the last' : undefined}
          onClick={() => onMove(at + 1)}
        />
        <IconButton size="sm" label={`Remove ${called}`} icon={<TrashIcon size={14} />} onClick={onRemove} />
      </div>
    </li>
  );
}

const namedIn = (rows: number): string => (rows === 1 ? 'Named in 1 row' : `Named in ${rows} rows`);

type ActorFieldsProps = Pick<ActorEntryProps, 'actor' | 'wrong' | 'onChange'>;

function Fields({ actor, wrong, onChange }: ActorFieldsProps) {
  const errorOf = (name: string) => (wrong?.field === name ? wrong.message : undefined);
  const { name, role, device } = actor;
  return (
    <div className={classes.fields}>
      <TextField
        size="xs"
        label="Name"
        placeholder="Buyer"
        value={name}
        error={errorOf('name')}
        // The person has just asked for the entry.
        autoFocus={name === ''}
        onChange={text => onChange({ name: text })}
      />
      <SelectField
        size="xs"
        label="Signs in as"
        data={useRoleChoices(role)}
        value={role}
        error={errorOf('role')}
        onChange={text => onChange({ role: text })}
      />
      <Autocomplete
        size="xs"
        label="Device"
        placeholder="As the test"
        data={[...DEVICES]}
        limit={MOST_SUGGESTED}
        value={device}
        error={errorOf('device')}
        onChange={text => onChange({ device: text })}
      />
    </div>
  );
}

const MOST_SUGGESTED = 30;

function useRoleChoices(chosen: string) {
  const roles = useRoles();
  const known = roles.phase === 'ready' ? roles.value : [];
  const all = [...new Set([...known, ...(chosen === '' ? [] : [chosen])])];
  return [{ value: '', label: 'As the test' }, ...all.map(role => ({ value: role, label: role }))];
}

interface SwatchesProps {
  label: string;
  chosen: ActorColour;
  onChoose(colour: ActorColour): void;
}

function Swatches({ label, chosen, onChoose }: SwatchesProps) {
  const name = useId();
  return (
    <fieldset className={classes.swatches} aria-label={label}>
      {ACTOR_COLOURS.map(colour => (
        <input
          key={colour}
          type="radio"
          name={name}
          className={classes.swatch}
          style={{ color: `var(--st-actor-${colour})` }}
          aria-label={colour}
          title={colour}
          checked={colour === chosen}
          onChange={() => onChoose(colour)}
        />
      ))}
    </fieldset>
  );
}
