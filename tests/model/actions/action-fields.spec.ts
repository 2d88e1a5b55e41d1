import { expect, it } from 'vitest';
import { readField } from '../../../model/actions/fields.ts';
import { ACTION_FIELDS, ACTION_KINDS } from '../../../model/actions/index.ts';

it.each(Object.values(ACTION_KINDS))('the fields of the kind $type mean the same in every other kind', ({ fields }) => {
  const others = Object.entries(fields).filter(
    ([name, schema]) => readField(schema).schema !== ACTION_FIELDS.get(name)?.schema,
  );
  expect(others.map(([name]) => name)).toEqual([]);
});

it('what a field holds is known through everything that its schema is made from', () => {
  const meaningOf = (name: string) => {
    const { holds, many, label } = ACTION_FIELDS.get(name) ?? {};
    return { holds, many, label };
  };
  expect(meaningOf('url')).toEqual({ holds: 'text', many: undefined, label: 'URL' });
  expect(meaningOf('headers')).toMatchObject({ holds: 'text', many: 'record' });
  expect(meaningOf('files')).toMatchObject({ holds: 'text', many: 'list' });
  expect(meaningOf('target')).toMatchObject({ holds: 'locator', many: undefined });
  expect(meaningOf('expectBody')).toMatchObject({ holds: 'condition' });
  expect(meaningOf('body')).toMatchObject({ holds: 'json' });
});
