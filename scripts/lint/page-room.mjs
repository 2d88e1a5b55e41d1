// What runs in pages is sent as its own source text: it must find there all that it uses. So its files import types
// alone, and what they export names nothing of its file; what it needs is given to it (`inPage`).
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { sourcesIn } from './sources.mjs';

const ROOM = 'ide-bridge/page';
/** Runs in Node, and makes the texts. */
const MAKER = `${ROOM}/in-page.ts`;

const isType = ({ type, declare, importKind }) =>
  declare === true || importKind === 'type' || /^TS(?:Interface|TypeAlias)Declaration$/.test(type);

const isSent = ({ type }) => type === 'FunctionDeclaration' || type === 'ClassDeclaration';

const isOfTypes = ({ type = '' }) => /^TS(?!(?:As|Satisfies|NonNull)Expression)/.test(type);

/** What only says by which name something is read. */
const nameOnly = ({ type, computed, shorthand }) => {
  if (computed !== false) return undefined;
  if (type === 'MemberExpression') return 'property';
  return type === 'Property' && !shorthand ? 'key' : undefined;
};

/** The nodes of a tree that are there when it runs. */
function* nodesOf(node) {
  if (node === null || typeof node !== 'object' || isOfTypes(node)) return;
  yield node;
  const children = Object.entries(node).filter(([key]) => key !== nameOnly(node));
  for (const [, child] of children) for (const each of [child].flat()) yield* nodesOf(each);
}

const namesIn = part => new Set([...nodesOf(part)].flatMap(({ type, name }) => (type === 'Identifier' ? [name] : [])));

function faultsOf(file) {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) return [`${file} cannot be read: ${errors[0].message}`];
  const parts = program.body.map(each => each.declaration ?? each).filter(each => !isType(each));
  const others = parts.filter(each => !isSent(each));
  if (others.length > 0)
    return [
      `${file} has a ${others[0].type}: it is not sent to the page, so give it to what needs it, or import its type`,
    ];
  const names = parts.map(({ id }) => id.name);
  return parts.flatMap(part => {
    const used = namesIn(part.body);
    return names
      .filter(name => name !== part.id.name && used.has(name))
      .map(name => `${file}: ${part.id.name} names ${name}, which is not sent with it: let it be given`);
  });
}

const faults = sourcesIn([ROOM])
  .filter(file => file.endsWith('.ts') && file !== MAKER)
  .flatMap(faultsOf);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
