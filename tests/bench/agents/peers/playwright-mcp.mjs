import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { packageFile } from '../../support/runners.mjs';

/** JSON-RPC over the lines of a process. */
function connect(child) {
  let last = 0;
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method, params) => {
    last += 1;
    const answered = new Promise(resolve => waiting.set(last, resolve));
    send({ id: last, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return { send, ask };
}

/** A call of a tool. */
export const tool = (name, parameters = {}) => ({ name: `browser_${name}`, arguments: parameters });

/** A call is `{ name, arguments }`; `read_file` is a tool of the agent itself. */
export const playwrightMcp = {
  name: 'playwright-mcp',
  start: async (folder, { executablePath, chromiumSandbox }) => {
    const options = ['--headless', '--isolated', '--executable-path', executablePath];
    if (!chromiumSandbox) options.push('--no-sandbox');
    const child = spawn(process.execPath, [packageFile('@playwright', 'mcp', 'cli.js'), ...options], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const { send, ask } = connect(child);
    const clientInfo = { name: 'bench', version: '1' };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
    return {
      sent: call => JSON.stringify(call),
      guide: async () => JSON.stringify((await ask('tools/list', {})).tools),
      run: async call => {
        if (call.name === 'read_file') return readFile(path.resolve(folder, call.arguments.path), 'utf8');
        const { content } = await ask('tools/call', call);
        return content.map(({ text }) => text ?? '').join('\n');
      },
      stop: async () => {
        await ask('tools/call', { name: 'browser_close', arguments: {} });
        child.stdin.end();
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  },
};
