/** Files that actions name and the project does not have. */
import { ConnectionLost } from '../../../app/bridge-client.ts';
import type { Session } from '../../../app/session.ts';

interface NamingField {
  name: string;
  namesFiles: boolean;
}

/** As many as anybody looks through; of more the rest is found when the test is run. */
export const MOST_FILES = 1_000;

const linesOf = (text: string): string[] => text.split('\n').filter(line => line !== '');

/** Why a field that names files, a path in each line, cannot be saved; a path with a value is known in a run alone. */
export function missingFile(paths: readonly string[], text: string): string | undefined {
  if (paths.length >= MOST_FILES) return undefined;
  const missing = linesOf(text).find(path => !path.includes('{{') && !paths.includes(path));
  return missing && `The project has no file “${missing}”. Choose one of the list, or upload it under Files.`;
}

/** By field; nothing as long as the service cannot be asked. */
export async function missingFiles(
  session: Pick<Session, 'call'>,
  fields: readonly NamingField[],
  texts: Readonly<Record<string, string>>,
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
