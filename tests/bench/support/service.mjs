import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiClient } from './api-client.mjs';
import { residentMegabytes, startChild } from './child.mjs';
import { openIdePage } from './ide-page.mjs';

export async function temporaryWorkspace() {
  const folder = await mkdtemp(path.join(tmpdir(), 'steploom-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

let tokens = 0;

/** Somebody with all rights on the workspace. */
export async function ownerOf(workspace, url) {
  const { secret } = JSON.parse(await readFile(path.join(workspace, '.steploom', 'server.json'), 'utf8'));
  return new ApiClient(`${url}/api/mcp`, secret);
}

/** A token that may write, as the owner of the workspace makes it; an IDE is open on the project from then on. */
export async function createToken(workspace, url, projectId) {
  const owner = await ownerOf(workspace, url);
  tokens += 1;
  const name = `bench ${process.pid} ${tokens}`;
  const { value } = await owner.call('createToken', { projectId, name, access: 'write', enable: true });
  const { url: link } = await owner.call('createSignInLink');
  await openIdePage(link, projectId);
  owner.close();
  return value;
}

/** The service on a workspace that holds the project, with a client that has a token of it; options are those of the process. `attachTo`: endpoint of a browser. */
export async function startService(workspace, projectId, { attachTo, ...options } = {}) {
  const args = attachTo === undefined ? [workspace] : [workspace, attachTo];
  const child = startChild('service-process.mjs', args, options);
  const { url, openMs } = await child.first;
  const residentAfterOpen = await residentMegabytes(child.pid);
  const token = await createToken(workspace, url, projectId);
  const client = new ApiClient(`${url}/api/mcp`, token);
  const end = async signal => {
    client.close();
    await child.end(signal);
  };
  return {
    client,
    url,
    token,
    pid: child.pid,
    ask: child.ask,
    openMs,
    residentAfterOpen,
    residentMegabytes: () => residentMegabytes(child.pid),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  };
}
