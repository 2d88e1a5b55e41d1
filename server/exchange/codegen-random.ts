/** Made-up values, which differ in each run: code of the page that makes ones of their kind. */
import { optionOf } from './codegen-patterns.ts';
import type { Node, Reader } from './codegen-reader.ts';
import { textOf } from './codegen-reader.ts';
import { numberOf } from './codegen-values.ts';

/** `crypto.randomUUID` is there on safe pages only. */
const UUID = "'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16))";
const PHONE = "'555' + Math.floor(1000000 + Math.random() * 9000000)";
const LETTERS = "'Test' + Math.random().toString(36).replace(/[^a-z]/g, '')";

const MADE_UP: Readonly<Record<string, string>> = {
  uuid: UUID,
  email: "'user' + Date.now() + '@example.com'",
  url: "'https://example.com/' + Date.now()",
  password: "'Aa1!' + Math.random().toString(36).slice(2)",
  phone: PHONE,
  zipCode: 'String(Math.floor(10000 + Math.random() * 90000))',
};

/** What they give depends on a list or a function, or is no text. */
const OTHERS =
  /^(?:array\w+|helpers|boolean|date|past|future|recent|soon|between|birthdate|multiple|fromRegExp|shuffle)$/;

/** Undefined for any other expression. */
export function randomCode(reader: Reader, node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = textOf(reader, node.callee);
  if (/^(?:(?:\w+\.)?randomUUID|uuid|uuidv4|nanoid)$/.test(callee)) return UUID;
  if (!/^faker(?:\.\w+)+$/.test(callee)) return undefined;
  const [options] = node.arguments;
  const parts = callee.split('.');
  const name = parts.at(-1) ?? '';
  if (name === 'number' && parts[1] === 'phone') return PHONE;
  if (/^(?:int|float|number)$/.test(name)) return numberCode(reader, options);
  if (parts.some(part => OTHERS.test(part))) return undefined;
  return Object.hasOwn(MADE_UP, name) ? MADE_UP[name] : LETTERS;
}

function numberCode(reader: Reader, options: Node | undefined): string {
  const least = numberOf(reader, optionOf(options, 'min')) ?? 0;
  const most = numberOf(reader, optionOf(options, 'max')) ?? 1_000;
  return `${least} + Math.floor(Math.random() * ${Math.max(1, most - least + 1)})`;
}
