import { type ExpressionToken, tokensOf } from './expression-tokens.ts';

/** What JSONata has for the operators of other languages. */
const OPERATORS: Readonly<Record<string, string>> = {
  '||': 'or',
  '&&': 'and',
  '==': '=',
  '===': '=',
  '!==': '!=',
  '=>': 'function($x) { … }',
  '!': '$not(…)',
};

const BY_LENGTH = Object.keys(OPERATORS).sort((left, right) => right.length - left.length);
const LONGEST_OPERATOR = 3;
/** Longer ones were made by a program. */
const MOST_READ = 5_000;

/** What it has for methods of texts, lists and numbers. */
const METHODS: Readonly<Record<string, string>> = {
  toUpperCase: '$uppercase(…)',
  toLowerCase: '$lowercase(…)',
  trim: '$trim(…)',
  split: '$split(…, separator)',
  join: '$join(…, separator)',
  replace: '$replace(…, what, with)',
  replaceAll: '$replace(…, what, with)',
  substring: '$substring(…, start, length)',
  substr: '$substring(…, start, length)',
  slice: '$substring(…, start, length) for a text, list[[from..to]] for a list',
  includes: '$contains(…, part) for a text, “item in list” for a list',
  startsWith: '$substring(…, 0, length) = start',
  padStart: '$pad(…, -width, character)',
  padEnd: '$pad(…, width, character)',
  toFixed: '$formatNumber(…, "0.00")',
  toString: '$string(…)',
  map: '$map(…, function($x) { … }) or list.(…)',
  filter: 'list[condition]',
  find: 'list[condition][0]',
  forEach: '$map(…, function($x) { … })',
  reduce: '$reduce(…, function($a, $b) { … }) or $sum(…)',
  sort: '$sort(…)',
  reverse: '$reverse(…)',
  concat: '$append(…, …)',
  push: '$append(…, …)',
};

/** What it has for functions that are called by themselves, or belong to something that is always there. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  Number: '$number(…)',
  parseInt: '$number(…)',
  parseFloat: '$number(…)',
  String: '$string(…)',
  Boolean: '$boolean(…)',
  'JSON.stringify': '$string(…)',
  'JSON.parse': '$eval(…)',
  'Date.now': '$millis()',
  'Math.round': '$round(…)',
  'Math.floor': '$floor(…)',
  'Math.ceil': '$ceil(…)',
  'Math.abs': '$abs(…)',
  'Math.max': '$max([…])',
  'Math.min': '$min([…])',
  'Math.random': '$random()',
};

const entry = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** How JSONata writes what an expression writes as other languages do, e.g. `JSONata has “or” for ||`; else nothing. */
export function habitIn(source: string): string | undefined {
  const tokens = source.length > MOST_READ ? [] : tokensOf(source);
  for (const index of tokens.keys()) {
    const found = operatorAt(tokens, index) ?? memberAt(source, tokens, index) ?? functionAt(tokens, index);
    if (found !== undefined) return `JSONata has “${found.has}” for ${found.habit}`;
  }
  return undefined;
}

interface Habit {
  habit: string;
  has: string;
}

const habit = (name: string, has: string | undefined): Habit | undefined =>
  has === undefined ? undefined : { habit: name, has };

/** Operators that stand close together, which JSONata reads one by one. */
function operatorAt(tokens: readonly ExpressionToken[], index: number): Habit | undefined {
  let text = '';
  let end = tokens[index]?.start;
  for (const token of tokens.slice(index, index + LONGEST_OPERATOR)) {
    if (token.kind !== 'operator' || token.start !== end) break;
    text += token.text;
    end = token.end;
  }
  const isInequality = text.startsWith('!=') && !text.startsWith('!==');
  const longest = isInequality ? undefined : BY_LENGTH.find(operator => text.startsWith(operator));
  return longest === undefined ? undefined : habit(longest, OPERATORS[longest]);
}

const isOperator = (token: ExpressionToken | undefined, text: string): boolean =>
  token?.kind === 'operator' && token.text === text;

function memberAt(source: string, tokens: readonly ExpressionToken[], index: number): Habit | undefined {
  const token = tokens[index];
  if (token?.kind !== 'name' || !isOperator(tokens[index - 1], '.')) return undefined;
  if (isOperator(tokens[index + 1], '(')) return habit(`.${token.text}()`, entry(METHODS, token.text));
  if (token.text !== 'length') return undefined;
  const what = source.slice(startOfPath(tokens, index), tokens[index - 1]?.start).trim() || '…';
  return { habit: `${what}.length`, has: `$count(${what})” or, of a text, “$length(${what})` };
}

/** Offset where the names before a member begin; that of the member itself when something else comes before it. */
function startOfPath(tokens: readonly ExpressionToken[], index: number): number | undefined {
  let at = index;
  while (isOperator(tokens[at - 1], '.') && (tokens[at - 2]?.kind === 'name' || tokens[at - 2]?.kind === 'variable'))
    at -= 2;
  const isWhole = !isOperator(tokens[at - 1], '.');
  return tokens[isWhole ? at : index - 1]?.start;
}

function functionAt(tokens: readonly ExpressionToken[], index: number): Habit | undefined {
  const token = tokens[index];
  if (token?.kind !== 'name' || isOperator(tokens[index - 1], '.')) return undefined;
  if (isOperator(tokens[index + 1], '(')) return habit(`${token.text}()`, entry(FUNCTIONS, token.text));
  const member = isOperator(tokens[index + 1], '.') ? tokens[index + 2] : undefined;
  const full = `${token.text}.${member?.text}`;
  return habit(`${full}()`, entry(FUNCTIONS, full));
}
