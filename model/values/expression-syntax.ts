import { habitIn } from './expression-habits.ts';

const MAX_QUOTED_LENGTH = 80;
/** JSONata's token for the end. */
const END = '(end)';
/** Plain words for messages of the engine. */
const OWN_WORDS = new Map([
  ['Maximum call stack size exceeded', 'it is nested too deeply'],
  ['Unexpected end of expression', 'it ends too early'],
]);

const NAME_WITH_SPACES = /^[\p{L}_][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)+$/u;

/** A syntax error of JSONata. `position` is the number of characters up to its `token`. */
export interface SyntaxFault {
  message: string;
  position?: number | undefined;
  token?: string | undefined;
}

export const quotedExpression = (source: string): string =>
  `{{ ${source.length > MAX_QUOTED_LENGTH ? `${source.slice(0, MAX_QUOTED_LENGTH)}…` : source} }}`;

/** Without a full stop. */
export function unreadableExpression(source: string, { message, position, token }: SyntaxFault): string {
  const reason = OWN_WORDS.get(message) ?? message.replace(/\.$/, '');
  const place = position === undefined ? '' : `, ${placeOf(source, position, token)}`;
  const habit = NAME_WITH_SPACES.test(source) ? `put a name with spaces in backticks: \`${source}\`` : habitIn(source);
  return `${quotedExpression(source)} cannot be read: ${reason}${place}${habit === undefined ? '' : `; ${habit}`}`;
}

function placeOf(source: string, position: number, token: string | undefined): string {
  const start = token === undefined || token === END ? -1 : source.lastIndexOf(token, position - token.length);
  if (start !== -1) return `at position ${start + 1}`;
  return position < source.length ? `at position ${position}` : `at its end, after ${source.length} characters`;
}
