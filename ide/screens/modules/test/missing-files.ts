import { ConnectionLost } from '../../../app/bridge-client.ts';
import type { Session } from '../../../app/session.ts';
import type { FormTexts } from './form-fields.ts';

interface NamingField {
  name: string;
  namesFiles: boolean;
}

/** With more files than this, a missing one shows only when the test runs. */
export const MOST_FILES = 1_000;

const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '');

/** The text has a path in each line; a path with `{{ … }}` is known in a run only. */
export function missingFile(paths: readonly string[], text: string): string | undefined {
  if (paths.length >= MOST_FILES) return undefined;
  const missing = linesOf(text).find(path => !path.includes('{{') && !paths.includes(path));
  return missing && `The project has no file “${missing}”. Choose one of the list, or upload it under Files.`;
}

/** By field; nothing without a connection. */
export async function missingFiles(
  session: Pick<Session, 'call'>,
  fields: readonly NamingField[],
  texts: FormTexts,
): Promise<Record<string, string>> {
  const named = fields.filter(({ name, namesFiles }) => namesFiles && (texts[name] ?? '') !== '');
  if (named.length === 0) return {};
  const paths = await session.call('getFiles', { limit: MOST_FILES }).then(
    ({ files }) => files.map(({ path }) => path),
    (error: unknown) => {
      if (error instanceof ConnectionLost) return undefined;
      throw error;
    },
  );
  if (paths === undefined) return {};
  return Object.fromEntries(
    named.flatMap(({ name }) => {
      const problem = missingFile(paths, texts[name] ?? '');
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}
