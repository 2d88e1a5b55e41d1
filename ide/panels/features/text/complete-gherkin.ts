/** Proposes known steps behind the keyword of a step, and keywords at the start of a line. */
import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { languageOf, stepWordOf, wordsOf } from './gherkin-words.ts';
import type { KnownStep } from './known-steps.ts';

const FIRST_LINES = 20;

const proposalOf = ({ text, test }: KnownStep): Completion => ({
  label: text,
  detail: test ?? 'not linked',
  type: test === undefined ? 'red' : 'black',
  boost: test === undefined ? 0 : 1,
});

export const completeGherkin =
  (known: () => readonly KnownStep[]): CompletionSource =>
  context => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const start = line.from + before.length - before.trimStart().length;
    const words = wordsOf(languageOf(firstLines(context)));
    const word = stepWordOf(before.trimStart(), words);
    if (word !== undefined) return stepsFor(context, start + word.length, known());
    // Short words are common in descriptions.
    if (!/^\s*\p{L}+$/u.test(before) && !context.explicit) return null;
    const sections = words.sections.map(section => ({ label: `${section}:`, apply: `${section}: `, type: 'keyword' }));
    const steps = words.steps.map(step => ({ label: step.trim(), apply: step, type: 'keyword' }));
    return { from: start, options: [...sections, ...steps], validFor: /^\p{L}*$/u };
  };

function stepsFor({ state, pos }: CompletionContext, from: number, known: readonly KnownStep[]) {
  const written = state.sliceDoc(from, pos);
  const others = known.filter(({ text }) => text !== written);
  return { from, options: others.map(proposalOf), validFor: (text: string) => !known.some(one => one.text === text) };
}

function* firstLines({ state: { doc } }: CompletionContext) {
  for (let number = 1; number <= Math.min(FIRST_LINES, doc.lines); number += 1) yield doc.line(number).text;
}
