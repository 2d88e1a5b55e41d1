import { z } from 'zod';

/** Windows keeps these for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:\.|$)/i;
const MOST_NAME_BYTES = 200;
const MOST_FOLDERS = 10;
const MOST_CHARACTERS = 500;

/** What a path below `files/` must be to work on every system; undefined for one that does. */
function expectedPath(path: string): string | undefined {
  if (path.length > MOST_CHARACTERS) return `a path of at most ${MOST_CHARACTERS} characters`;
  const names = path.split('/');
  const faultOfNames = names.map(expectedName).find(fault => fault !== undefined);
  if (faultOfNames !== undefined) return faultOfNames;
  return names.length > MOST_FOLDERS ? `a path of at most ${MOST_FOLDERS} names` : undefined;
}

function expectedName(name: string): string | undefined {
  if (name === '') return 'a path under files/ such as "pictures/cat.png", without empty names';
  if (name === '.' || name === '..') return 'a path under files/ without "." and ".."';
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return 'names without control characters';
  if (/[\\:*?"<>|]/.test(name)) return 'names without \\ : * ? " < > |, with "/" between them';
  if (name.startsWith('.')) return 'names that do not begin with a dot';
  if (/^\s|[\s.]$/u.test(name)) return 'names that neither begin with a space nor end with a dot or a space';
  if (DEVICE.test(name)) return `a name other than "${name}", which Windows reserves for a device`;
  if (new TextEncoder().encode(name).length > MOST_NAME_BYTES) return `names of at most ${MOST_NAME_BYTES} bytes`;
  return undefined;
}

/** Path from `files/` on, e.g. `pictures/cat.png`; valid on every system. */
export const FilePath = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .refine(path => expectedPath(path) === undefined, {
    error: ({ input }) => expectedPath(String(input)) ?? 'a path under files/',
  })
  .brand('FilePath');
export type FilePath = z.infer<typeof FilePath>;

export function filePathFault(file: string): string | undefined {
  const expected = expectedPath(file);
  if (expected === undefined) return undefined;
  const isElsewhere = /^[A-Za-z]:|\\/.test(file) || file.split('/').some(name => ['', '.', '..'].includes(name));
  return isElsewhere
    ? `“${file}” is not under files/; name it from there, e.g. lists/users.json`
    : `“${file}” cannot be a file of the project, which takes ${expected}`;
}

/** Some systems ignore case and how accents are encoded. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

export const isSameName = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

const LONGEST = 100;
const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}_-])?$/u;

export const baselineName = (expected: string): string => expected.replace(/\.png$/i, '');

/** It becomes the name of a file on every system. */
export function baselineNameFault(expected: string): string | undefined {
  const name = baselineName(expected);
  if (isFindingsFile(expected)) return `“${expected}” is the name of a list of known findings, not of a screenshot`;
  if (PLAIN.test(name) && name.length <= LONGEST) return filePathFault(`baselines/${name}-windows.png`);
  return `“${expected}” is not a screenshot name: up to ${LONGEST} letters, digits, spaces, dots, - and _, e.g. basket`;
}

const FINDINGS = '.accessibility.json';

export const isFindingsFile = (name: string): boolean => name.toLowerCase().endsWith(FINDINGS);

/** The file in `baselines/` with the known findings of this name, which are the same on every system. */
export const findingsFile = (name: string): string => (isFindingsFile(name) ? name : `${name}${FINDINGS}`);

/** It becomes the name of a file on every system. */
export function findingsNameFault(given: string): string | undefined {
  const name = findingsFile(given);
  const stem = name.slice(0, -FINDINGS.length);
  if (stem.length <= LONGEST && PLAIN.test(stem)) return filePathFault(`baselines/${name}`);
  return `“${given}” is not a name of a list of findings: up to ${LONGEST} letters, digits, spaces, dots, - and _, e.g. shop`;
}
