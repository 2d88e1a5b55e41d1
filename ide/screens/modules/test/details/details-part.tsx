import { NativeSelect, Switch, TagsInput, Textarea } from '@mantine/core';
import { z } from 'zod';
import { TestType } from '../../../../../model/project/test.ts';
import { useIdeState } from '../../../../app/context.tsx';
import { snapshotOf } from '../../../../app/state.ts';
import { useRoles } from '../use-roles.ts';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import classes from './test-details.module.css';
import { usePart } from './use-part.ts';

const DetailsValue = z.object({
  type: TestType,
  role: z.string(),
  tags: z.array(z.string()),
  comment: z.string(),
  skip: z.boolean(),
});

type DetailsValue = z.infer<typeof DetailsValue>;

const TYPES = [
  { value: 'web', label: 'Web: in the app window' },
  { value: 'api', label: 'API: requests only' },
  { value: 'suite', label: 'Suite: other tests and scenarios' },
];

const FIELDS = ['type', 'role', 'tags', 'comment', 'skip'];

export function DetailsPart({ test, onClose }: TestPartProps) {
  const { type, role = '', tags = [], comment = '', skip = false } = test;
  const part = usePart({
    part: 'details',
    test,
    schema: DetailsValue,
    stored: { type, role, tags, comment, skip },
    fieldsOf: value => ({
      type: value.type,
      role: value.role === '' ? null : value.role,
      tags: value.tags.length === 0 ? null : value.tags,
      comment: value.comment.trim() === '' ? null : value.comment,
      skip: value.skip ? true : null,
    }),
  });
  const { value, change, problem } = part;
  const field = problem?.field?.replace(/[.[].*$/s, '') ?? '';
  const errorOf = (name: string) => (field === name ? problem?.message : undefined);
  return (
    <PartForm label="Details" part={part} isProblemInField={FIELDS.includes(field)} onClose={onClose}>
      <Fields value={value} onChange={change} errorOf={errorOf} />
    </PartForm>
  );
}

interface FieldsProps {
  value: DetailsValue;
  onChange(value: DetailsValue): void;
  errorOf(name: string): string | undefined;
}

function Fields({ value, onChange, errorOf }: FieldsProps) {
  const known = useKnownTags();
  return (
    <>
      <Kind value={value} onChange={onChange} errorOf={errorOf} />
      <TagsInput
        size="xs"
        label="Tags"
        placeholder={value.tags.length === 0 ? '@smoke' : undefined}
        data={known}
        value={value.tags}
        error={errorOf('tags')}
        splitChars={[',', ' ']}
        onChange={changed => onChange({ ...value, tags: [...new Set(changed.map(withAt))] })}
      />
      <Textarea
        size="xs"
        label="Comment"
        autosize
        minRows={1}
        maxRows={6}
        value={value.comment}
        error={errorOf('comment')}
        onChange={event => onChange({ ...value, comment: event.currentTarget.value })}
      />
      <Switch
        size="xs"
        label="Skip in runs"
        description="Left out when its module or all tests run; by itself it still runs"
        checked={value.skip}
        error={errorOf('skip')}
        onChange={event => onChange({ ...value, skip: event.currentTarget.checked })}
      />
    </>
  );
}

const Kind = ({ value, onChange, errorOf }: FieldsProps) => {
  const roles = useRoles();
  return (
    <div className={`stack gap-lg ${classes.pair}`}>
      <NativeSelect
        size="xs"
        label="Type"
        data={TYPES}
        value={value.type}
        error={errorOf('type')}
        onChange={event => onChange({ ...value, type: TestType.parse(event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label="Role"
        description={roles.phase === 'failed' && `The roles cannot be read: ${roles.message}`}
        data={roleChoices(roles.phase === 'ready' ? roles.value : undefined, value.role)}
        value={value.role}
        error={errorOf('role')}
        onChange={event => onChange({ ...value, role: event.currentTarget.value })}
      />
    </div>
  );
};

const withAt = (tag: string): string => (tag.startsWith('@') ? tag : `@${tag}`);

function useKnownTags(): string[] {
  const tests = useIdeState(snapshotOf)?.tests ?? {};
  return [...new Set(Object.values(tests).flatMap(({ tags = [] }) => tags))].toSorted();
}

const NOBODY = 'none';

/** `roles`: undefined until they are read. */
function roleChoices(roles: readonly string[] | undefined, chosen: string) {
  const known = roles ?? [];
  const others = new Set([...known, ...(chosen === '' || chosen === NOBODY ? [] : [chosen])]);
  return [
    { value: '', label: usualLabel(roles) },
    ...[...others].map(role => ({ value: role, label: role })),
    ...(known.length > 0 || chosen === NOBODY ? [{ value: NOBODY, label: 'Nobody: signed out' }] : []),
  ];
}

function usualLabel(roles: readonly string[] | undefined): string {
  if (roles === undefined) return 'The usual one';
  const [usual] = roles;
  return usual === undefined ? 'Nobody' : `The usual one (${usual})`;
}
