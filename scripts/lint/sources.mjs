// The sources of the repository and what they take from each other, for the checks beside this file. A parser reads them
// rather than a pattern: it tells imports from words in texts and comments.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** The folders of the product. */
export const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension'];

/** Tells the types of the script beside it, and is imported by the name of that. */
const DECLARATION = /\.d\.mts$/;

/** A file that is loaded on the way, or a type in the midst of code: no names come along. */
const INLINE_IMPORT = /\bimport\(\s*'(\.{1,2}\/[^']+)'/g;

/** Paths of all TypeScript and JavaScript under the folders, from the root of the repository, with slashes, sorted. */
export const sourcesIn = folders =>
  folders
    .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => path.posix.join(folder, name)))
    .filter(file => /\.(?:tsx?|m[jt]s)$/.test(file) && !/node_modules|^extension\/dist\//.test(file))
    .toSorted();

/**
 * What a source exports and imports, as it stands in the file.
 * Shape: `file`, by which others import it; names of `exports`; `imports`, one for each statement, with the file and the
 * names there (`undefined`: all); `inline`, the files that are loaded on the way.
 * Errors: throws for what is no TypeScript, with the file.
 */
export function readSource(file) {
  const text = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const target = specifier => path.posix.join(path.posix.dirname(file), specifier);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const passedOn = exported.filter(({ moduleRequest }) => moduleRequest !== null);
  const statements = [
    ...module.staticImports,
    ...passedOn.map(entry => ({ moduleRequest: entry.moduleRequest, entries: [entry] })),
  ];
  return {
    file: file.replace(DECLARATION, '.mjs'),
    text,
    exports: exported.map(({ exportName }) => nameOf(exportName)).filter(name => name !== undefined),
    imports: statements
      .filter(({ moduleRequest }) => moduleRequest.value.startsWith('.'))
      .map(({ moduleRequest, entries }) => ({
        from: target(moduleRequest.value),
        names: entries.map(({ importName }) => nameOf(importName)),
      })),
    inline: [...text.matchAll(INLINE_IMPORT)].map(([, specifier]) => target(specifier)),
  };
}

const nameOf = ({ kind, name }) => (kind === 'Default' ? 'default' : (name ?? undefined));
