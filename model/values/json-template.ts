import { expressionSpans } from './template.ts';

/**
 * JSON whose texts may hold `{{ … }}` and whose values may be expressions: `{"age": {{ age }}}`, which become texts.
 * Undefined for what is neither an object nor a list.
 */
export const readJsonTemplate = (text: string): object | undefined => parsed(text) ?? parsed(withQuotes(text));

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Quotes the expressions that are outside of texts, and escapes those inside. */
function withQuotes(text: string): string {
  let quoted = '';
  let at = 0;
  let isInText = false;
  for (const { start, end } of expressionSpans(text)) {
    const before = text.slice(at, start);
    isInText = endsInText(before, isInText);
    const expression = JSON.stringify(text.slice(start, end));
    quoted += before + (isInText ? expression.slice(1, -1) : expression);
    at = end;
  }
  return quoted + text.slice(at);
}

function endsInText(piece: string, wasInText: boolean): boolean {
  const quotes = piece.replace(/\\./gs, '').match(/"/g) ?? [];
  return quotes.length % 2 === 0 ? wasInText : !wasInText;
}

/** Fields are paths below `root`, e.g. `body.items[0].name`. */
export function textsInJson(value: unknown, root: string): { field: string; text: string }[] {
  if (typeof value === 'string') return [{ field: root, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    textsInJson(part, Array.isArray(value) ? `${root}[${key}]` : `${root}.${key}`),
  );
}
