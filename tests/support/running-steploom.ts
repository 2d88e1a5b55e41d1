import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PROGRAM, steploom } from './command-line.ts';
import { type IdePage, openIdePage } from './ide-page.ts';
import { noteCall } from './run-report/doors.ts';

const Ready = z.object({
  signInUrl: z.string(),
  url: z.string(),
  apiUrl: z.string(),
  pid: z.number(),
  projects: z.array(z.string()),
});

const Reply = z.object({
  result: z.object({ content: z.array(z.object({ type: z.string(), text: z.string() })) }).optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});

const INTERNAL = -32_603;
const EXECUTION = -32_000;
const Job = z.object({ state: z.literal('working'), jobId: z.string() });
const Ended = z.object({
  state: z.string(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

export class ToolError extends Error {
  readonly code: number;
  readonly data: Record<string, unknown>;

  constructor(code: number, message: string, data: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Calls tools as a program with nothing but an address and a token. */
export class ApiClient {
  readonly apiUrl: string;
  readonly token: string;

  readonly #log: () => string;

  constructor(apiUrl: string, token: string, log = () => '') {
    this.apiUrl = apiUrl;
    this.token = token;
    this.#log = log;
  }

  post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.apiUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** What a tool answers, held against a schema. Throws `ToolError` with the code of a failed call. */
  async call<Schema extends z.ZodType>(name: string, args: object, schema: Schema): Promise<z.output<Schema>> {
    const response = await this.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    const { result, error } = Reply.parse(await response.json());
    if (error?.code === INTERNAL) throw new Error(`${name}: ${error.message}\n${this.#log()}`);
    if (error !== undefined) {
      noteCall(name, args, { refusedFor: error.data?.field });
      throw new ToolError(error.code, error.message, error.data ?? {});
    }
    const answer: unknown = JSON.parse(result?.content[0]?.text ?? 'null');
    noteCall(name, args, { answer });
    const job = Job.safeParse(answer);
    // A machine that is busy makes jobs of calls that are short elsewhere.
    if (job.success && !schema.safeParse(answer).success) return await this.#ended(job.data.jobId, schema);
    return schema.parse(answer);
  }

  /** Starts a call that goes on by itself, and gives its job. */
  async begin(name: string, args: object): Promise<string> {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { result } = Reply.parse(await (await this.post(call, { prefer: 'wait=0' })).json());
    return Job.parse(JSON.parse(result?.content[0]?.text ?? 'null')).jobId;
  }

  async #ended<Schema extends z.ZodType>(jobId: string, schema: Schema): Promise<z.output<Schema>> {
    for (;;) {
      const { state, result, error } = await this.call('getJob', { jobId, wait: 20 }, Ended);
      if (error !== undefined) throw new ToolError(EXECUTION, error.message, error);
      if (state !== 'working') return schema.parse(result);
    }
  }

  /** As `call`, for a call that must fail. */
  async failure(name: string, args: object): Promise<ToolError> {
    try {
      await this.call(name, args, z.unknown());
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
    throw new Error(`${name} did not fail`);
  }
}

export interface RunningSteploom extends AsyncDisposable {
  url: string;
  /** A link that signs a browser in, once. */
  signInUrl: string;
  apiUrl: string;
  pid: number;
  projects: string[];
  process: ChildProcess;
  /** What it has printed for people so far. */
  told(): string;
  /** A client with a new token of a project, on which an IDE is open from then on. */
  client(projectId: string, access?: 'read' | 'write'): Promise<ApiClient>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  /** Ends it as Ctrl+C does; resolves with the exit code. */
  interrupt(): Promise<number | null>;
}

/** Starts the service as a user would, in a process of its own. */
export async function startSteploom(
  workspace: string,
  environment: Record<string, string> = {},
  program = PROGRAM,
): Promise<RunningSteploom> {
  const child = spawn(
    process.execPath,
    [program, '--workspace', workspace, 'open', '--port', '0', '--no-open', '--json'],
    {
      cwd: workspace,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => z.string().parse(line));
  const ended = closed.then(([code]) => Promise.reject(new Error(`Steploom ended with ${code}: ${errors}`)));
  ended.catch(() => {});
  const ready = Ready.parse(JSON.parse(await Promise.race([firstLine, ended])));
  let tokens = 0;
  const ides = new Map<string, IdePage>();
  const openIde = async (projectId: string) => {
    if (ides.has(projectId)) return;
    const [first] = ides.values();
    ides.set(projectId, await openIdePage({ link: ready.signInUrl, projectId, session: first?.session }));
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await closed;
    return z.number().nullable().parse(code);
  };
  return {
    ...ready,
    process: child,
    told: () => errors,
    async client(projectId, access = 'write') {
      tokens += 1;
      await openIde(projectId);
      const name = `spec ${process.pid} ${tokens} ${Date.now()}`;
      const line = ['token', 'create', '--project', projectId, '--name', name, '--access', access];
      const { stdout, stderr, exitCode } = await steploom(workspace, ...line);
      if (exitCode !== 0) throw new Error(stderr);
      return new ApiClient(ready.apiUrl, stdout.trim(), () => errors);
    },
    async kill() {
      await end('SIGKILL');
    },
    interrupt: () => end('SIGINT'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGINT');
    },
  };
}
