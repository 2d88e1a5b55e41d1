/**
 * Caches compiled code of large packages on this machine. From release 22 on Node does so itself
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

/** Smaller files compile faster than they are found. */
const LEAST_CHARACTERS = 20_000;

const CALL = 'module.compiled.call(exports, exports, require, module, __filename, __dirname)';

/** As `require`, errors included. Compiles everything where nothing can be cached. */
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

/** Undefined where Node caches by itself, or the system has no folder for it. */
function keptFolder(): string | undefined {
  if ('enableCompileCache' in Module) return undefined;
  const caches = userCacheFolder(thisMachine());
  return caches && path.join(caches, 'steploom', 'compiled');
}

/** Compiled by this release of Node from the current file; stored when the process ends, with all code run by then. */
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

/** Each file begins with a digest of the rest: damaged code would crash the process. */
function readKept(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(DIGEST_LENGTH);
    return bytes.toString('latin1', 0, DIGEST_LENGTH) === digest(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function keep(data: Buffer, file: string, of: string): void {
  try {
    const folder = path.dirname(file);
    // One by one: where a folder cannot be made, as below /proc, Node's recursive mode never returns.
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
