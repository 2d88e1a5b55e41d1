import { runPath } from '../../../model/run/run-address.ts';
import { type CIChoice, LONGEST_FILTER } from '../../app/places.ts';
import type { Screen } from '../../app/screen.ts';

const WORD = /^[\w.-]{1,200}$/;
const MOST_CODES = 500;

export const ciScreen = {
  label: 'CI',
  entry: 'tab',
  key: 'c',
  skeleton: {
    label: 'Loading CI',
    title: 'CI',
    about: 'Run the tests on every push: make a script for your CI server and commit it.',
    boxes: 4,
    rows: 10,
    isWide: true,
  },
  read: (asked, first) => (first === undefined ? { ci: readChoice(asked) } : undefined),
  path: place => runPath({ ...place, ...place.ci }),
} satisfies Screen;

function readChoice(asked: URLSearchParams): CIChoice {
  const words = (name: string) => asked.getAll(name).filter(word => WORD.test(word));
  const codes = ['module', 'test', 'feature', 'scenario'].flatMap(words).slice(0, MOST_CODES);
  const [[suite], [environment]] = [words('suite'), words('env')];
  const tags = asked.get('tags')?.slice(0, LONGEST_FILTER) || undefined;
  return { suite, codes: codes.length === 0 ? undefined : codes, tags, environment };
}
