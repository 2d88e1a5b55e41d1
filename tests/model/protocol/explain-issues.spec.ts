import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssues } from '../../../model/errors/explain-issues.ts';

const Step = z.strictObject({ type: z.enum(['click', 'fill']), locator: z.string().optional() });
const Rows = z.array(z.record(z.string(), z.union([z.string(), z.number()])));
const Input = z.strictObject({
  name: z.string(),
  actions: z.array(Step).optional(),
  data: z.union([z.strictObject({ rows: Rows }), z.strictObject({ file: z.string() })]).nullish(),
  views: z.record(z.string(), z.strictObject({ width: z.number().optional() })).optional(),
});

function explain(input: unknown): { message: string; field?: string | undefined } {
  const parsed = Input.safeParse(input);
  if (parsed.success) throw new Error('The input is valid.');
  const { message, detail } = explainIssues(parsed.error, input, { schema: Input });
  return { message, field: detail.field };
}

describe('the explanation of a refused input', () => {
  it('an unknown parameter is named first, together with the known ones', () => {
    expect(explain({ nam: 'x' })).toEqual({
      message: 'Unknown parameter "nam". Did you mean "name"? Known: name, actions, data, views.',
      field: 'nam',
    });
  });

  it('the message about a wrong time shows how a time is written', () => {
    const Since = z.strictObject({ since: z.iso.datetime() });
    const { error } = Since.safeParse({ since: 'yesterday' });
    expect(error && explainIssues(error, { since: 'yesterday' }).message).toBe(
      '"since" must be an ISO time such as "2026-12-31T23:59:00Z", not "yesterday".',
    );
  });

  it('a wrong type is named rather than the fields that do not fit it', () => {
    const { message, field } = explain({ name: 'x', actions: [{ type: 'dialog', accept: true }] });
    expect(field).toBe('actions[0].type');
    expect(message).toBe('"actions[0].type" must be one of "click", "fill", not "dialog".');
  });

  it('an unknown field inside an object is named together with the fields known there', () => {
    expect(explain({ name: 'x', actions: [{ type: 'click', locater: 'a' }] })).toEqual({
      message: 'Unknown parameter "actions[0].locater". Did you mean "locator"? Known: type, locator.',
      field: 'actions[0].locater',
    });
    expect(explain({ name: 'x', data: { rowz: [] } })).toEqual({
      message: 'Unknown parameter "data.rowz". Did you mean "rows"? Known: rows, file.',
      field: 'data.rowz',
    });
    expect(explain({ name: 'x', views: { main: { wide: 1 } } })).toEqual({
      message: 'Unknown parameter "views.main.wide". Did you mean "width"? Known: width.',
      field: 'views.main.wide',
    });
  });

  it('the message describes the form that the value comes closest to', () => {
    expect(explain({ name: 'x', data: { rows: [{ user: 'ann' }, { user: ['x'] }] } })).toEqual({
      message: '"data.rows[1].user" must be a string, or a number, not ["x"].',
      field: 'data.rows[1].user',
    });
    expect(explain({ name: 'x', data: { rows: [], file: 'a.json' } })).toEqual({
      message: '"data" must be an object without "file", or an object without "rows", not {"rows":[],"file":"a.json"}.',
      field: 'data',
    });
    expect(explain({ name: 'x', data: 'a.json' }).message).toBe('"data" must be an object, not "a.json".');
  });
});

describe('what may be secret', () => {
  const Item = z.strictObject({ name: z.string(), kind: z.string().optional(), value: z.string().optional() });
  const SignIn = z.strictObject({
    password: z.string().min(8).optional(),
    roles: z.array(z.strictObject({ role: z.string(), password: z.string().optional() })).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    items: z.array(Item).optional(),
  });

  it.each([
    ['a password that is too short', { password: 'hunter2' }, 'password'],
    ['a password of another kind', { roles: [{ role: 'ann', password: [4711] }] }, 'roles[0].password'],
    ['a role in place of the list', { roles: { role: 'ann', password: 'hunter2' } }, 'roles'],
    ['a header that is no text', { headers: { 'X-Key': 4711 } }, 'headers.X-Key'],
    ['headers in a list', { headers: ['hunter2'] }, 'headers'],
    ['a secret that is no text', { items: [{ name: 'a', kind: 'secret', value: 4711 }] }, 'items[0].value'],
    ['a secret in place of the list', { items: { name: 'a', kind: 'secret', value: 'hunter2' } }, 'items'],
  ])('the message does not repeat %s', (_what, input, field) => {
    const parsed = SignIn.safeParse(input);
    if (parsed.success) throw new Error('The input is valid.');
    const { message, detail } = explainIssues(parsed.error, input, { schema: SignIn });
    expect(detail.field).toBe(field);
    expect(JSON.stringify([message, detail])).not.toMatch(/hunter2|4711/);
  });

  it('the message still shows a value that is not secret', () => {
    const input = { items: [{ name: 'a', value: 4711 }] };
    const parsed = SignIn.safeParse(input);
    if (parsed.success) throw new Error('The input is valid.');
    expect(explainIssues(parsed.error, input, { schema: SignIn }).message).toContain('not 4711');
  });
});
