/** Which of the given files an import names. Paths are mere names; nothing is read from a disk. */

const ENDINGS: readonly string[] = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  return kept.join('/');
}

/** `login.js` may be written as `login.ts`, and a folder stands for its index. */
function spellings(path: string): string[] {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  return [path, bare, `${path}/index`].flatMap(one => ENDINGS.map(ending => one + ending));
}

/** `@/pages/login`: the file whose path ends like this, if it is the only one. */
function byEnd(files: ReadonlyMap<string, string>, specifier: string): string | undefined {
  const isRoot = /^[@~#]\//.test(specifier);
  const parts = specifier.replace(/^[@~#]\/?/, '').split('/');
  const fewest = isRoot ? 1 : 2;
  for (let at = 0; parts.length - at >= fewest; at += 1) {
    const ends = spellings(parts.slice(at).join('/'));
    const found = [...files.keys()].filter(path => ends.some(end => path === end || path.endsWith(`/${end}`)));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

export function resolvedPath(files: ReadonlyMap<string, string>, from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return byEnd(files, specifier);
  const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  return spellings(withoutDots(`${folder}/${specifier}`)).find(path => files.has(path));
}
