import type { AppPage, SignInForm } from './app-page.ts';

interface FirstTest {
  name: string;
  comment?: string;
  skip?: boolean;
  actions: { type: string; [field: string]: unknown }[];
}

const MOST_CHARACTERS = 120;

/** Actions would read other texts as values or regular expressions. */
const isPlain = (text: string): boolean => text !== '' && !text.includes('{{') && !/^\/.*\/\w*$/.test(text);

const oneLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MOST_CHARACTERS)
    .trim();

/** Recognizes the app by its title, else by its main heading. */
export function openTest({ title, heading }: AppPage, projectName: string): FirstTest {
  const visit = { type: 'visit', url: '/' };
  const name = `Open ${oneLine(title) || oneLine(heading?.text ?? '') || projectName}`;
  if (isPlain(title)) return { name, actions: [visit, { type: 'assert', matcher: 'toHaveTitle', expected: title }] };
  if (heading === undefined) return { name, actions: [visit] };
  return { name, actions: [visit, { type: 'assert', matcher: 'toBeVisible', locator: heading.locator }] };
}

/** Runs of everything leave it out until somebody has given its values. */
export const signInTest = ({ user, password, submit }: SignInForm): FirstTest => ({
  name: 'Sign in',
  skip: true,
  comment:
    'A draft. Runs leave it out until user and password are given under Settings, Environments. Add a check of what is shown after signing in.',
  actions: [
    { type: 'visit', url: '/' },
    { type: 'fill', locator: user, value: '{{env.user}}' },
    { type: 'fill', locator: password, value: '{{secret.password}}' },
    { type: 'click', locator: submit },
  ],
});
