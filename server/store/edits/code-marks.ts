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

const CodeMarksData = z.strictObject({ format: z.literal(1), versions: z.record(VersionId, Numbers) });
type CodeMarksData = z.infer<typeof CodeMarksData>;

export const MARKS_FILE: PrivateFileRequest<CodeMarksData> = {
  name: 'marks',
  schema: CodeMarksData,
  defaults: { format: 1, versions: {} },
};

/** Files hold the highest codes until some are deleted: marks are written before such edits, at open and at close. */
export class CodeMarks {
  readonly #database: Low<CodeMarksData>;

  constructor(database: Low<CodeMarksData>) {
    this.#database = database;
  }

  raised(counters: CodeCounters): CodeCounters {
    let result = counters;
    for (const [versionId, numbers] of Object.entries(this.#database.data.versions))
      result = raise(result, VersionId.parse(versionId), numbers);
    return result;
  }

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
