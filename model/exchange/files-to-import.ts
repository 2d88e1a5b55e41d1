/** Which files are imported together, in which format, and how much of them at once. */
import { formatOfFile } from './format-of-file.ts';

export const MOST_FILES = 1_000;
/** Of all files together: as much as one call carries. Of one text: `MAX_STRING_LENGTH`. */
export const MOST_CHARACTERS = 2_000_000;

/** `path`: a mere name, with `/`. */
export interface FileToRead {
  path: string;
  text: string;
}

export type TestFormat = Exclude<NonNullable<ReturnType<typeof formatOfFile>>, 'feature'>;

/** What has tests is told by its name, as the tool that it comes from does. */
const TEST_FILE = /\.(?:spec|test|e2e|cy)\.[cm]?[jt]sx?$/;
const CODE_FILE = /\.[cm]?[jt]sx?$/i;
const READ_WITH_CODE = /\.(?:[cm]?[jt]sx?|json)$/i;
const READ_ALONE = /\.(?:side|py|java|cs)$/i;
const IGNORED = /^(?:\.|node_modules$)|^package-lock\.json$/;

export const isTestFile = (path: string): boolean => TEST_FILE.test(path);
export const isCodeFile = (path: string): boolean => CODE_FILE.test(path);
/** Code, and the JSON data that it may take. */
export const isReadWithCode = (path: string): boolean => READ_WITH_CODE.test(path);
export const isReadable = (path: string): boolean => isReadWithCode(path) || READ_ALONE.test(path);

/** Files of packages and hidden ones. `name`: that of a file or folder, without the folders above it. */
export const isIgnored = (name: string): boolean => IGNORED.test(name);

/** Formats whose files belong together; a file of any other is imported by itself. */
export const isOfSeveralFiles = (format: TestFormat): boolean =>
  format === 'playwright-codegen' || format === 'cypress' || format === 'puppeteer';

function testFormatOf({ path, text }: FileToRead): TestFormat | undefined {
  const format = formatOfFile(path, text);
  return format === 'feature' ? undefined : format;
}

/** Undefined for code that says nothing of its tool, as helpers and tests of units do. */
function namedFormatOf(file: FileToRead): TestFormat | undefined {
  const format = testFormatOf(file);
  return format === 'playwright-codegen' && formatOfFile('', file.text) !== format ? undefined : format;
}

/** The format that most of the files with tests have; the first of them where several are as frequent. */
export function commonFormat(files: readonly FileToRead[]): TestFormat | undefined {
  const told = files.map(file => ({ path: file.path, format: namedFormatOf(file) }));
  // JSON that no other tool has written is rather data than a test.
  const likely = told.filter(({ format }) => format !== 'json');
  const named = likely.filter(({ path, format }) => isTestFile(path) || (format && !isOfSeveralFiles(format)));
  const counted = [named, likely, told].find(({ length }) => length > 0) ?? [];
  const counts = new Map<TestFormat, number>();
  for (const { format } of counted) if (format !== undefined) counts.set(format, (counts.get(format) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** `test`: it is imported; `helper`: tests may take from it; `unused`: it is left out. */
export type PartInImport = 'test' | 'helper' | 'unused';

/** What each file is for in a format, by its path. */
export function partsInImport(files: readonly FileToRead[], format: TestFormat): Map<string, PartInImport> {
  const areSeveral = isOfSeveralFiles(format);
  const fitting = files.filter(file => (areSeveral ? isReadWithCode(file.path) : testFormatOf(file) === format));
  const chosen = areSeveral ? testsAmong(fitting) : fitting;
  // A format that was chosen by hand is taken at its word.
  const tests = new Set(chosen.length > 0 || areSeveral ? chosen : files);
  const helpers = new Set(areSeveral ? fitting : []);
  const partOf = (file: FileToRead): PartInImport => {
    if (tests.has(file)) return 'test';
    return helpers.has(file) ? 'helper' : 'unused';
  };
  return new Map(files.map(file => [file.path, partOf(file)]));
}

/** Where no name says that it has tests, every file of code is tried. */
export function testsAmong<File extends Pick<FileToRead, 'path'>>(files: readonly File[]): File[] {
  const named = files.filter(({ path }) => isTestFile(path));
  return named.length > 0 ? named : files.filter(({ path }) => isCodeFile(path));
}
