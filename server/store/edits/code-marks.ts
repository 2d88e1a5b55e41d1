import type { Low } from 'lowdb';
import { z } from 'zod';
import { CODE_LETTERS, VersionId } from '../../../model/names/codes.ts';
import { type CodeCounters, raise } from './code-counters.ts';
import { type PrivateFileRequest, writeOrKeep } from './private-file.ts';

const Numbers = z.strictObject({
  m: z.number().int(),
  t: z.number().int(),
  a: z.number().int(),
  e: z.number().int(),
  f: z.number().int(),
});

/** Highest codes ever given, by version. */
const CodeMarksData = z.strictObject({ format: z.literal(1), versions: z.record(VersionId, Numbers) });
type CodeMarksData = z.infer<typeof CodeMarksData>;

export const MARKS_FILE: PrivateFileRequest<CodeMarksData> = {
  name: 'marks',
  schema: CodeMarksData,
  defaults: { format: 1, versions: {} },
};

/**
 * Remembers codes that no file holds any more, so that none is given twice. Files hold the highest codes while
 * nothing is deleted; so marks are written before an edit that removes codes, and at open and close.
 */
export class CodeMarks {
  readonly #database: Low<CodeMarksData>;

  constructor(database: Low<CodeMarksData>) {
    this.#database = database;
  }

  /** Counters raised to the marks. */
  raised(counters: CodeCounters): CodeCounters {
    let result = counters;
    for (const [versionId, numbers] of Object.entries(this.#database.data.versions))
      result = raise(result, VersionId.parse(versionId), numbers);
    return result;
  }

  /** Writes the marks when counters have passed them. */
  async keep(counters: CodeCounters): Promise<void> {
    const { versions } = this.#database.data;
    const hasPassed = [...counters].some(([versionId, numbers]) =>
      CODE_LETTERS.some(letter => numbers[letter] > (versions[versionId]?.[letter] ?? 0)),
    );
    if (!hasPassed) return;
    const raised = Object.fromEntries(this.raised(counters));
    await writeOrKeep(this.#database, { ...this.#database.data, versions: { ...versions, ...raised } });
  }
}
