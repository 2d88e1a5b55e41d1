import { execFile } from 'node:child_process';
import { AppError } from '../../../model/errors/errors.ts';

/** By path; paths that the commit does not have are left out. */
export async function filesAt(
  { folder, commit, signal }: GitCall & { commit: string },
  paths: readonly string[],
): Promise<Map<string, string>> {
  // `cat-file --batch` takes one name per line.
  const asked = paths.filter(path => !path.includes('\n'));
  const input = asked.map(path => `${commit}:./${path}\n`).join('');
  const answer = asked.length === 0 ? undefined : await askGit(['cat-file', '--batch'], { folder, signal, input });
  const texts = answer === undefined ? [] : batchOf(answer);
  return new Map(
    asked.flatMap((path, index): [string, string][] => {
      const text = texts[index];
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

function batchOf(answer: Buffer): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    const start = end + 1;
    const length = Number(size ?? 0);
    texts.push(size === undefined ? undefined : answer.toString('utf8', start, start + length));
    at = size === undefined ? start : start + length + 1;
  }
  return texts;
}

const LIMIT_MS = 15_000;
const MOST_BYTES = 200_000_000;

/** A project may come from strangers: git must not start programs that its repository names, nor fetch. */
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-pager', '--no-optional-locks'];
const SAFE_SETTINGS = { GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

interface GitCall {
  folder: string;
  signal?: AbortSignal | undefined;
  input?: string;
}

/** Undefined where git refuses. Errors: `invalid-project` without git. */
export function askGit(words: readonly string[], { folder, signal, input }: GitCall): Promise<Buffer | undefined> {
  const options = { cwd: folder, signal, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, encoding: 'buffer' as const };
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...SAFE_SETTINGS };
    const program = execFile('git', [...SAFELY, ...words], { ...options, env }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') reject(new AppError('invalid-project', 'Git is not installed here.'));
      else if (signal?.aborted) reject(error);
      else resolve(undefined);
    });
    // Git may have ended before all input is written.
    program.stdin?.on('error', () => {});
    program.stdin?.end(input ?? '');
  });
}
