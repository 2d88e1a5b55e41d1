import { ACTION_KINDS } from './index.ts';

/** Every kind of action with its fields, for a reader who has little room: `press locator? key; …`. */
export const kindsInShort = (): string =>
  Object.values(ACTION_KINDS)
    .map(({ type, fieldNames, isRequired }) => [
      type,
      ...fieldNames.map(name => `${name}${isRequired(name) ? '' : '?'}`),
    ])
    .map(words => words.join(' '))
    .join('; ');
