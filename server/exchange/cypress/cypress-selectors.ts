/** Selectors of jQuery, which know more than CSS. */
import { escapeForPattern } from '../../../model/values/pattern.ts';
import { locatorText } from '../codegen-values.ts';

const MOST_CHARACTERS = 2_000;

const OF_JQUERY =
  /:(?:text|button|checkbox|radio|image|file|password|reset|submit|input|selected|even|odd|gt|lt|hidden|parent|header|animated|contains|first|last|eq)(?![\w-])|!=/;

const PLACE = /:(?:(first)|(last)|eq\((\d+)\))$/;
const WORDS = /:contains\((["']?)([^"'()]+)\1\)$/;

/** An attribute's value may be a number there, without quotes. */
const withQuotes = (selector: string): string =>
  selector.replace(/\[([\w-]+)([~|^$*]?=)(\d[^\]"'\s]*)\]/g, '[$1$2"$3"]');

const bare = (selector: string): string => selector.replace(/\[[^\]]*\]/g, '[]');

export function cssStep(selector: string): { step: string } | { reason: string } {
  if (selector.length > MOST_CHARACTERS) return { reason: 'Its selector is too long.' };
  const steps: string[] = [];
  let rest = selector.trim();
  for (let isDone = false; !isDone; ) {
    const place = PLACE.exec(rest);
    const words = WORDS.exec(rest)?.[2];
    const ending = place ?? WORDS.exec(rest);
    isDone = ending === null || bare(rest).includes(',');
    if (isDone || ending === null) break;
    steps.unshift(words === undefined ? placeStep(place) : `filter({ hasText: /${escapeForPattern(words)}/ })`);
    rest = rest.slice(0, ending.index).trim() || '*';
  }
  const strange = OF_JQUERY.exec(bare(rest))?.[0];
  if (strange !== undefined) return { reason: `The selector has “${strange}” of jQuery, which CSS does not know.` };
  return { step: [`locator(${locatorText(withQuotes(rest))})`, ...steps].join('.') };
}

function placeStep(place: RegExpExecArray | null): string {
  const [, first, last, index] = place ?? [];
  if (first !== undefined) return 'first()';
  return last === undefined ? `nth(${index})` : 'last()';
}
