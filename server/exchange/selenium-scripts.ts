import { type ActionDraft, leftOut, literal } from '../../model/exchange/test-drafts.ts';
import { parseTemplate } from '../../model/values/template.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { computed, type SideCommand, type SideState, VARIABLE, variableName, wordsOf } from './selenium-elements.ts';

const PATH = '(?<![\\w.$"\'\\])])([A-Za-z_]\\w*(?:\\.\\w+|\\[\\d+\\])*)(?![\\w.([])';
const NUMBER = '(-?\\d+(?:\\.\\d+)?)(?![\\w.])';
const LITERAL = '("[^"\\\\]*"|\'[^\'\\\\]*\'|-?\\d+(?:\\.\\d+)?)(?![\\w.])';

const EQUALS: Readonly<Record<string, string>> = { '==': '=', '!=': '!=' };

/** JavaScript converts texts and numbers where it compares them; expressions do not. */
const compareAlike = (code: string): string =>
  code
    .replace(new RegExp(`${PATH}\\s*([<>]=?)\\s*${NUMBER}`, 'g'), '$number($1) $2 $3')
    .replace(new RegExp(`${NUMBER}\\s*([<>]=?)\\s*${PATH}`, 'g'), '$1 $2 $number($3)')
    .replace(
      new RegExp(`${PATH}\\s*([=!]=)(?!=)\\s*${LITERAL}`, 'g'),
      (_, path: string, sign: string, value: string) =>
        `$string(${path}) ${EQUALS[sign]} ${/^["']/.test(value) ? value : JSON.stringify(value)}`,
    )
    .replace(
      new RegExp(`${PATH}\\s*([=!]=)(?!=)\\s*(?!true\\b|false\\b|null\\b|undefined\\b)${PATH}`, 'g'),
      (_, path: string, sign: string, other: string) => `$string(${path}) ${EQUALS[sign]} $string(${other})`,
    );

export function conditionOf(code: string): string | undefined {
  const named = code.replace(new RegExp(`(["'])${VARIABLE.source}\\1`, 'g'), '$2').replace(VARIABLE, '$1');
  const expression = compareAlike(named)
    .replace(/===?/g, '=')
    .replace(/!==?/g, '!=')
    .replace(/ *&& */g, ' and ')
    .replace(/ *\|\| */g, ' or ')
    .replace(/!\s*(\w+)/g, '$not($1)')
    .trim();
  if (/\b(?:function|return|new|document|window|typeof|undefined)\b|=>|\.(?:length\b|\w+\()/.test(expression))
    return undefined;
  return expression !== '' && syntaxCheck.expression(expression) === undefined ? expression : undefined;
}

/** Scripts compute nothing, so the page keeps for them the variables that they read. */
const KEPT = 'steploomValues';

function withValues(code: string): { before: ActionDraft[]; code: string } {
  const names = [...new Set([...code.matchAll(VARIABLE)].map(([, , name = '']) => name))];
  const pairs = names.map(name => `${JSON.stringify(name)}: ${name}`).join(', ');
  const value = `window.${KEPT} = {{ { ${pairs} } }}`;
  return {
    before: names.length === 0 ? [] : [{ type: 'wait', until: 'script', value, comment: 'For the script.' }],
    code: code.replace(new RegExp(`(["']?)${VARIABLE.source}\\1`, 'g'), `${KEPT}.$2`),
  };
}

/** Scripts run in the page, not in its frames. */
const isOfFrame = (code: string, { frames }: SideState): boolean =>
  frames.length > 0 && /\b(?:document|window|location|frameElement|jQuery)\b|\$\(/.test(code);

export function ifInPage(command: SideCommand, place: SideState): ActionDraft[] {
  if (isOfFrame(command.target, place))
    return [
      leftOut(wordsOf(command), 'Scripts run in the page, not in its frames; what depends on it is done.'),
      { type: 'if', condition: 'true' },
    ];
  const { before, code } = withValues(command.target);
  return [...before, { type: 'if', matcher: 'toPassScript', expected: literal(code) }];
}

export function script(command: SideCommand, place: SideState): ActionDraft[] {
  if (isOfFrame(command.target, place))
    return [leftOut(wordsOf(command), 'Scripts run in the page, not in its frames.')];
  const { before, code } = withValues(command.target);
  const { value } = command;
  return [...before, { type: 'script', code, ...(value === '' ? {} : { into: variableName(value, place) }) }];
}

const joined = (text: string, plus: string, variable: (path: string) => string): string =>
  parseTemplate(computed(text))
    .parts.map(part => (part.kind === 'literal' ? JSON.stringify(part.text) : variable(part.source)))
    .join(plus) || '""';

const inScript = (text: string): string => joined(text, ' + ', path => `\${${path}}`);

/** Selenium stores every value as a text. */
export function store(command: SideCommand, place: SideState): ActionDraft[] {
  const text = inScript(command.target);
  return script({ ...command, target: !text.includes('"') ? `"" + ${text}` : text }, { ...place, frames: [] });
}

export function storeJson(command: SideCommand, place: SideState): ActionDraft[] {
  const hasVariables = computed(command.target).includes('{{ ');
  const target = hasVariables ? `JSON.parse(${inScript(command.target)})` : `(${command.target})`;
  return script({ ...command, target }, { ...place, frames: [] });
}

export const pathOf = (target: string, place: SideState): string =>
  /^\$\{(.*)\}$/.exec(target)?.[1] ?? (/^\w+[.[]/.test(target) ? target : variableName(target, place));

export const compared = ({ target, value }: SideCommand, place: SideState): ActionDraft[] => [
  {
    type: 'assert',
    matcher: 'toPassScript',
    expected: `{{ $string(${pathOf(target, place)}) = ${joined(value, ' & ', path => `$string(${path})`)} }}`,
  },
];
