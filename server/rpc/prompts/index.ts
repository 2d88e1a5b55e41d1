/** The registry of prompts: one line for each. */
import { z } from 'zod';
import { AppError } from '../../../model/protocol/errors.ts';
import { namedParams } from '../call-tool.ts';
import type { MethodCall } from '../dialects/dialect.ts';
import type { Prompt } from './prompt.ts';
import { repairTest } from './repair-test.ts';
import { writeTest } from './write-test.ts';

export const PROMPTS: readonly Prompt[] = [writeTest, repairTest];

export const listPrompts = (): object[] => PROMPTS.map(({ text: _text, ...listed }) => listed);

const Given = z.record(z.string(), z.string().max(10_000)).optional();

/** Errors: `invalid-params` for a prompt that does not exist, and for arguments that are missing or unknown. */
export async function getPrompt({ params }: MethodCall): Promise<object> {
  const { name, arguments: given } = namedParams(params);
  const prompt = PROMPTS.find(known => known.name === name);
  if (prompt === undefined) {
    const known = PROMPTS.map(other => other.name).join(', ');
    const wrong = JSON.stringify(name)?.slice(0, 100) ?? 'nothing';
    throw new AppError('invalid-params', `No prompt ${wrong}; there are ${known}.`, {
      field: 'params.name',
      expected: known,
    });
  }
  const text = prompt.text(checkArguments(prompt, given));
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function checkArguments(prompt: Prompt, given: unknown): Readonly<Record<string, string>> {
  const parsed = Given.safeParse(given);
  const expected = prompt.arguments.map(({ name, required }) => (required ? name : `[${name}]`)).join(', ');
  const refuse = (message: string) =>
    new AppError('invalid-params', `${message} ${prompt.name} takes ${expected}.`, {
      field: 'params.arguments',
      expected,
    });
  if (!parsed.success) throw refuse('The arguments of a prompt are texts by name.');
  const values = parsed.data ?? {};
  const unknown = Object.keys(values).find(name => prompt.arguments.every(known => known.name !== name));
  if (unknown !== undefined) throw refuse(`No argument ${JSON.stringify(unknown)}.`);
  const missing = prompt.arguments.find(({ name, required }) => required && (values[name] ?? '').trim() === '');
  if (missing !== undefined) throw refuse(`The argument "${missing.name}" is missing.`);
  return values;
}
