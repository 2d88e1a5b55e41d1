import { filePathFault } from './file-path.ts';

const LONGEST = 100;
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}_-])?$/u;

/** The name of a stored picture as `expected` gives it, with or without its ending. */
export const baselineName = (expected: string): string => expected.replace(/\.png$/i, '');

/** What is wrong with the name of a stored picture, or nothing. It becomes the name of a file on every system. */
export function baselineNameFault(expected: string): string | undefined {
  const name = baselineName(expected);
  if (PLAIN.test(name) && name.length <= LONGEST) return filePathFault(`baselines/${name}-windows.png`);
  return `“${expected}” is no name for a picture: up to ${LONGEST} letters, digits, spaces, dots, - and _, e.g. basket`;
}
