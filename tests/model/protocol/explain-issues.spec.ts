import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssues } from '../../../model/protocol/explain-issues.ts';

const Step = z.strictObject({ type: z.enum(['click', 'fill']), locator: z.string().optional() });
const Input = z.strictObject({ name: z.string(), actions: z.array(Step).optional() });
const known = ['name', 'actions'];

function explain(input: unknown): { message: string; field?: string | undefined } {
  const parsed = Input.safeParse(input);
  if (parsed.success) throw new Error('The input is valid.');
  const { message, detail } = explainIssues(parsed.error, input, { known });
  return { message, field: detail.field };
}

describe('the explanation of a refused input', () => {
  it('names an unknown parameter before all else, and those that are known', () => {
    expect(explain({ nam: 'x' })).toEqual({
      message: 'Unknown parameter "nam". Did you mean "name"? Known: name, actions.',
      field: 'nam',
    });
  });

  it('names the wrong kind of a thing rather than the fields that such a kind might have', () => {
    const { message, field } = explain({ name: 'x', actions: [{ type: 'dialog', accept: true }] });
    expect(field).toBe('actions[0].type');
    expect(message).toBe('"actions[0].type" must be one of "click", "fill", not "dialog".');
  });

  it('names an unknown field of a part without claiming that there are no others', () => {
    expect(explain({ name: 'x', actions: [{ type: 'click', locater: 'a' }] })).toEqual({
      message: 'Unknown parameter "actions[0].locater".',
      field: 'actions[0].locater',
    });
  });
});
