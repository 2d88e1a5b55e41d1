/** The registry of prompts: one line for each. */
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { namedParams } from '../calls/call-tool.ts';
import type { MethodCall } from '../calls/dialect.ts';
import type { Prompt } from '../calls/prompt.ts';
import { linkFeature, repairTest, writeTest } from './prompts.ts';

export const PROMPTS: readonly Prompt[] = [writeTest, repairTest, linkFeature];

export const listPrompts = (prompts: readonly Prompt[]): object[] =>
  prompts.map(({ name, title, description, arguments: taken }) => ({
    name,
    title,
    description,
    arguments: taken.map(({ suggest: _suggest, ...listed }) => listed),
  }));

const Given = z.record(z.string(), z.string().max(10_000)).optional();

/** Errors: `invalid-params` for a prompt that does not exist, and for arguments that are missing or unknown. */
export async function getPrompt({ args, services: { prompts } }: MethodCall): Promise<object> {
  const { name, arguments: given } = namedParams(args);
  const prompt = prompts.find(known => known.name === name);
  if (prompt === undefined) {
    const known = prompts.map(other => other.name).join(', ');
    const wrong = JSON.stringify(name)?.slice(0, 100) ?? 'nothing';
    throw new AppError('invalid-params', `No prompt ${wrong}; there are ${known}.`, {
      field: 'params.name',
      expected: known,
    });
  }
  const asked = prompt.ask(checkArguments(prompt, given));
  const contents = typeof asked === 'string' ? [{ type: 'text', text: asked }] : asked;
  return { description: prompt.description, messages: contents.map(content => ({ role: 'user', content })) };
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
