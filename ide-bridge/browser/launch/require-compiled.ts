/**
 * Has large packages compiled once on this machine instead of at each start. From release 22 on Node does so by itself
 * (`module.enableCompileCache`).
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import { thisMachine } from '../install/machine.ts';
import { userCacheFolder } from '../install/playwright-cache.ts';

/** What is smaller is compiled faster than it is found. */
const LEAST_CHARACTERS = 20_000;

/** Node calls it with all that a module is given. */
const CALL = 'module.compiled.call(exports, exports, require, module, __filename, __dirname)';

/** As `require`, also in what it throws. Where nothing can be kept, all is compiled. */
export function requireCompiled<Package>(name: string): Package {
  const require = createRequire(import.meta.url);
  const folder = keptFolder();
  const compile: unknown = Reflect.get(Module.prototype, '_compile');
  if (folder === undefined || typeof compile !== 'function') return require(name);
  const compileKept = function (this: object, content: string, file: string, ...more: unknown[]): unknown {
    if (content.length < LEAST_CHARACTERS) return Reflect.apply(compile, this, [content, file, ...more]);
    Reflect.set(this, 'compiled', keptScript(folder, content, file).runInThisContext());
    return Reflect.apply(compile, this, [CALL, file, ...more]);
  };
  Reflect.set(Module.prototype, '_compile', compileKept);
  try {
    return require(name);
  } finally {
    Reflect.set(Module.prototype, '_compile', compile);
  }
}

/** Undefined where Node keeps what it compiles, or the system has no folder for that. */
function keptFolder(): string | undefined {
  if ('enableCompileCache' in Module) return undefined;
  const caches = userCacheFolder(thisMachine());
  return caches && path.join(caches, 'steploom', 'compiled');
}

/** Compiled by this release of Node from the file as it is; kept at the end of the process, with all that has run by then. */
function keptScript(folder: string, content: string, file: string): Script {
  const { size, mtimeMs } = statSync(file);
  const of = digest(`${cachedDataVersionTag()} ${process.arch} ${file}`);
  const kept = path.join(folder, `${of}-${size}-${mtimeMs}`);
  const cachedData = readKept(kept);
  const script = new Script(Module.wrap(content), {
    filename: file,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => keep(script.createCachedData(), kept, of));
  return script;
}

const digest = (data: string | Buffer): string => createHash('sha1').update(data).digest('hex');
const DIGEST_LENGTH = digest('').length;

/** Each file begins with the digest of the rest: damaged code would bring the process down. */
function readKept(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(DIGEST_LENGTH);
    return bytes.toString('latin1', 0, DIGEST_LENGTH) === digest(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces what was kept of the file as it was before. */
function keep(data: Buffer, file: string, of: string): void {
  try {
    const folder = path.dirname(file);
    // One by one: where a folder cannot be made, as below /proc, Node's recursive way never comes back.
    for (const each of [path.dirname(path.dirname(folder)), path.dirname(folder), folder])
      if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.startsWith(of)) rmSync(path.join(folder, name), { force: true });
    const draft = `${file}-${randomUUID()}`;
    writeFileSync(draft, Buffer.concat([Buffer.from(digest(data), 'latin1'), data]), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // The next start compiles once more.
  }
}
