import { expect, it } from 'vitest';
import { baselineNameFault, FilePath, filePathFault } from '../../../model/names/file-path.ts';

it.each(['users.json', 'lists/users.json', 'Bär und Käse/für dich.csv', `${'x'.repeat(190)}.txt`, 'a/b/c/d.json'])(
  'the path %s can name a file of the project',
  path => {
    expect([FilePath.safeParse(path).success, filePathFault(path)]).toEqual([true, undefined]);
  },
);

it.each([
  ['', 'is not under files/'],
  ['../secrets.json', 'is not under files/'],
  ['/etc/passwd', 'is not under files/'],
  ['a//b.txt', 'is not under files/'],
  ['C:\\a.txt', 'is not under files/'],
  ['..\\a.txt', 'is not under files/'],
  ['.env', 'takes names that do not begin with a dot'],
  ['a/.git/config', 'takes names that do not begin with a dot'],
  ['con.json', 'which Windows reserves for a device'],
  ['what?.txt', 'takes names without'],
  ['a\u0000b', 'takes names without control characters'],
  ['end. ', 'nor end with a dot or a space'],
  ['界'.repeat(80), 'takes names of at most 200 bytes'],
  [`${'a/'.repeat(12)}b`, 'takes a path of at most 10 names'],
  [`${`${'x'.repeat(190)}/`.repeat(3)}y`, 'takes a path of at most 500 characters'],
])('the path %j is refused with the reason', (path, words) => {
  expect(FilePath.safeParse(path).success).toBe(false);
  expect(filePathFault(path)).toContain(words);
});

it('the name of a baseline picture must be a valid file name', () => {
  expect(['basket', 'Größe 2.png', '界'.repeat(60)].map(baselineNameFault)).toEqual([undefined, undefined, undefined]);
  expect(baselineNameFault('界'.repeat(90))).toContain('names of at most 200 bytes');
  expect(baselineNameFault('con.first')).toContain('Windows reserves for a device');
  expect(baselineNameFault('../basket')).toContain('is not a screenshot name');
});
