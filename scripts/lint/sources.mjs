// A parser, not a pattern: it distinguishes imports from words in texts and comments.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension'];

/** A declaration is imported by the name of the script beside it. */
const DECLARATION = /\.d\.mts$/;

/** Dynamic imports and types in the midst of code, which name no exports. */
const INLINE_IMPORT = /\bimport\(\s*'(\.{1,2}\/[^']+)'/g;

/** From the root of the repository, with slashes, sorted. */
export const sourcesIn = folders =>
  folders
    .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => path.posix.join(folder, name)))
    .filter(file => /\.(?:tsx?|m[jt]s)$/.test(file) && !/node_modules|^extension\/dist\//.test(file))
    .toSorted();

/** An imported name `undefined` means all; `inline`: dynamic imports. Throws for a file that cannot be parsed. */
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
