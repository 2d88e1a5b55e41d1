/** A text given as the wrong format is refused with what it looks like. */
import { isAppError } from '../../model/errors/errors.ts';
import { looksLike } from '../../model/exchange/format-of-file.ts';
import { type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';

/** The first sentence of the refusal. */
function lookOf(text: string, format: string): string | undefined {
  const look = looksLike(text);
  if (look === undefined || ('format' in look && look.format === format)) return undefined;
  if ('language' in look) return `This looks like ${look.language}, which “${format}” does not read.`;
  return `This looks like the format “${look.format}”: import it as that.`;
}

const isNothing = (tests: readonly TestDraft[]): boolean =>
  tests.every(({ actions }) => actions.every(({ type, disabled }) => disabled === true || type === 'comment'));

/** Reads as the importer does; what comes to no action is refused by what it looks like. */
export const orTold =
  <Further extends readonly unknown[]>(
    format: string,
    read: (text: string, ...further: Further) => TestDraft[],
    formats: () => readonly string[],
  ) =>
  (text: string, ...further: Further): TestDraft[] => {
    let failure: unknown;
    let tests: TestDraft[] = [];
    try {
      tests = read(text, ...further);
    } catch (error) {
      if (!isAppError(error)) throw error;
      failure = error;
    }
    const look = isNothing(tests) ? lookOf(text, format) : undefined;
    if (look !== undefined) throw wrongText(`${look} The formats are ${formats().join(', ')}.`);
    if (failure !== undefined) throw failure;
    return tests;
  };
