import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { z } from 'zod';
import { noteCommand } from './command-line.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/steploom.mjs');

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
export type StdioMessage = z.infer<typeof Message>;

interface Start {
  workspace: string;
  token: string;
  /** Which tools are listed. Default: the short list. */
  tools?: string;
}

/** How a client starts `steploom mcp`. */
export const mcpCommand = ({ workspace, token, tools }: Start) => ({
  command: process.execPath,
  args: [PROGRAM, '--workspace', workspace, 'mcp', ...(tools === undefined ? [] : ['--tools', tools])],
  env: { PATH: process.env.PATH ?? '', STEPLOOM_TOKEN: token },
  cwd: workspace,
});

/** `steploom mcp` with a client that sends what specs give it. */
export function startMcpCommand(start: Start) {
  const { command, args, env, cwd } = mcpCommand(start);
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const received: StdioMessage[] = [];
  let told = '';
  // A line that is no message fails the spec.
  createInterface({ input: child.stdout }).on('line', line => {
    const value: unknown = JSON.parse(line);
    received.push(...[value].flat().map(message => Message.parse(message)));
  });
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  child.stdin.on('error', () => {});
  const send = (message: unknown) =>
    void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const until = (isWanted: (message: StdioMessage) => boolean) =>
    vi.waitUntil(() => received.find(isWanted), { timeout: 60_000, interval: 20 });
  const ended = async () => {
    const exitCode = z
      .number()
      .nullable()
      .parse((await closed)[0]);
    noteCommand(args.slice(1), exitCode);
    return exitCode;
  };
  return {
    received,
    told: () => told,
    send,
    until,
    ask(id: number, method: string, params: object = {}) {
      send({ jsonrpc: '2.0', id, method, params });
      return until(message => message.id === id);
    },
    /** Closes the client's end; resolves with the exit code. */
    end() {
      child.stdin.end();
      return ended();
    },
    signal(name: NodeJS.Signals) {
      child.kill(name);
      return ended();
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await closed;
    },
  };
}
