/** Values that expressions have here, where code calls a library or a function of exported code for them. */
import { callOf, type Node, plainValue, type Reader, textOf } from './codegen-reader.ts';
import { partsOf } from './codegen-storage.ts';
import { computedPart, numberOf, resolved, stringOf } from './codegen-values.ts';

interface ComputeCall {
  /** An expression of JSONata. */
  source: string;
  names: Node | undefined;
}

/** `await compute('$now()', {})`, as exported code has it. */
export function computeCall(reader: Reader, given: Node): ComputeCall | undefined {
  const node = plainValue(given);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'compute')
    return undefined;
  const called = reader.functions.get('compute');
  if (called === undefined || !/\bjsonata\(expression\)/.test(textOf(reader, called))) return undefined;
  const [expression, names] = node.arguments;
  const source = stringOf(reader, expression);
  return source === undefined || source.includes('\uE000') ? undefined : { source, names };
}

/** The text of an expression; undefined for any other call. */
export function computedHere(reader: Reader, node: Node): string | undefined {
  const source = computeCall(reader, node)?.source ?? oneTimeCode(reader, node);
  return source === undefined ? undefined : computedPart(source);
}

/** `new TOTP({ secret: process.env.KEY }).generate()` of otpauth, `authenticator.generate(process.env.KEY)` of otplib. */
function oneTimeCode(reader: Reader, given: Node): string | undefined {
  const call = callOf(plainValue(given));
  if (call?.name !== 'generate') return undefined;
  const options = oneTimeOptions(reader, call.owner);
  if (options !== undefined) return call.args.length === 0 ? codeOf(reader, options) : undefined;
  const isShared = /^(?:\w+\.)?(?:authenticator|totp)$/.test(textOf(reader, call.owner));
  const secret = isShared ? secretOf(reader, call.args[0]) : undefined;
  return secret === undefined ? undefined : `$totp(${secret})`;
}

/** The options of a builder of one-time codes, also of a name that stands for one. */
export function oneTimeOptions(reader: Reader, given: Node): Node | undefined {
  const named = given.type === 'Identifier' ? reader.constants.get(given.name) : undefined;
  const node = plainValue(named ?? given);
  if (node.type !== 'NewExpression' || !/^(?:\w+\.)?TOTP$/.test(textOf(reader, node.callee))) return undefined;
  const [options] = node.arguments;
  return options && resolved(reader, options);
}

/** As `$totp` calls them too. */
const OPTIONS = ['digits', 'period', 'algorithm'];
/** What is for people. */
const LABELS = ['issuer', 'label'];

function codeOf(reader: Reader, options: Node): string | undefined {
  const parts = partsOf(reader, options);
  const secret = parts && secretOf(reader, parts.get('secret'));
  const given = [...(parts ?? [])].filter(([name]) => name !== 'secret' && !LABELS.includes(name));
  const texts = given.map(([name, node]) => {
    const value = OPTIONS.includes(name) ? optionText(reader, node) : undefined;
    return value === undefined ? undefined : `"${name}": ${value}`;
  });
  if (secret === undefined || texts.includes(undefined)) return undefined;
  return texts.length === 0 ? `$totp(${secret})` : `$totp(${secret}, {${texts.join(', ')}})`;
}

function optionText(reader: Reader, node: Node): string | undefined {
  const number = numberOf(reader, node);
  const text = stringOf(reader, node);
  if (number !== undefined) return String(number);
  return text === undefined || text.includes('\uE000') ? undefined : JSON.stringify(text);
}

/** A variable, or a text. */
function secretOf(reader: Reader, given: Node | undefined): string | undefined {
  const call = given && callOf(plainValue(given));
  const text = stringOf(reader, call?.name === 'fromBase32' ? call.args[0] : given);
  if (text === undefined || text === '') return undefined;
  const variable = /^\uE000([^\uE001]*)\uE001$/.exec(text)?.[1];
  if (variable !== undefined) return variable;
  return text.includes('\uE000') ? undefined : JSON.stringify(text);
}
