/** Names of Playwright in Python, Java and C#, as JavaScript has them. */
import type { CodeLanguage } from './code-tokens.ts';

const UPPER: Readonly<Record<string, string>> = { url: 'URL', css: 'CSS' };

/** `get_by_role`, `GetByRoleAsync` */
export function camelName(name: string, language: CodeLanguage): string {
  if (language === 'python') return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (language === 'java') return JAVA_NAMES[name] ?? name;
  const plain = name.replace(/(?<=.)Async$/, '');
  return `${(plain[0] ?? '').toLowerCase()}${plain.slice(1)}`;
}

const JAVA_NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null), { navigate: 'goto' });

/** Checks of Java say `isVisible`, `hasText`. */
const JAVA_CHECKS: Readonly<Record<string, string>> = {
  containsText: 'toContainText',
  containsClass: 'toContainClass',
  matchesAriaSnapshot: 'toMatchAriaSnapshot',
};

export function checkName(name: string, language: CodeLanguage): { name: string; isNot: boolean } {
  if (language === 'python') {
    const isNot = name.startsWith('not_');
    const words = name.replace(/^not_/, '').split('_');
    const joined = words.map((word, at) =>
      at === 0 ? word : (UPPER[word] ?? `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`),
    );
    return { name: joined.join(''), isNot };
  }
  if (language === 'csharp') return { name: camelName(name, language), isNot: false };
  const known = Object.hasOwn(JAVA_CHECKS, name) ? JAVA_CHECKS[name] : undefined;
  return { name: known ?? name.replace(/^is(?=[A-Z])/, 'toBe').replace(/^has(?=[A-Z])/, 'toHave'), isNot: false };
}

/** Constants such as `AriaRole.BUTTON`, `MouseButton.Right`. */
const CONSTANTS = new Set([
  'AriaRole',
  'MouseButton',
  'KeyboardModifier',
  'WaitForSelectorState',
  'LoadState',
  'WaitUntilState',
]);

const KEYS: Readonly<Record<string, string>> = {
  alt: 'Alt',
  control: 'Control',
  controlormeta: 'ControlOrMeta',
  meta: 'Meta',
  shift: 'Shift',
};

export function constantText(owner: string, name: string): string | undefined {
  if (!CONSTANTS.has(owner)) return undefined;
  const lower = name.toLowerCase();
  return owner === 'KeyboardModifier' ? KEYS[lower] : lower;
}

/** What is a property there and a call in JavaScript. */
export const IS_CALLED: ReadonlySet<string> = new Set(['first', 'last', 'contentFrame', 'owner', 'url']);

/** Flags of patterns, as constants and as numbers in front of the pattern. */
export const FLAGS: Readonly<Record<string, string>> = {
  I: 'i',
  IGNORECASE: 'i',
  CASE_INSENSITIVE: 'i',
  IgnoreCase: 'i',
  M: 'm',
  MULTILINE: 'm',
  Multiline: 'm',
  S: 's',
  DOTALL: 's',
  Singleline: 's',
};
