import { z } from 'zod';
import { nameOfWord } from '../verbs/wanted-element.ts';
import { LineWords } from '../verbs/words.ts';
import type { DoSession } from './do-session.ts';

const Found = z.object({ elements: z.array(z.object({ ref: z.string(), role: z.string(), name: z.string() })) });

/** A ref or locator for words such as `e3`, `dialog` or `row "Ann"`, for questions about an element. */
export async function locatorOf({ call }: DoSession, words: readonly string[]): Promise<string> {
  const [first = ''] = words;
  const reader = new LineWords(words.length === 1 ? splitRole(first) : words, '<element>');
  const element = reader.takeElement();
  reader.end();
  if (element.by === 'ref') return element.ref;
  if (element.by === 'locator') return element.locator;
  const role = element.by === 'role' ? element.role : undefined;
  const name = element.by === 'role' ? element.name : element.text;
  const { elements } = Found.parse(
    await call('getPageElements', { role, filter: name, interactiveOnly: false, limit: 50 }),
  );
  const exact = elements.find(each => each.name === name) ?? elements[0];
  return exact?.ref ?? (role === undefined ? `getByText(${JSON.stringify(name)})` : `getByRole('${role}')`);
}

/** `row "Ann"` in one argument. */
const splitRole = (word: string): string[] => {
  const [, role, name] = /^([a-z]+) +"?([^"]*)"?$/.exec(word) ?? [];
  return role === undefined || name === undefined || nameOfWord(word).by !== 'text' ? [word] : [role, name];
};
