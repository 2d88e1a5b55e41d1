import { z } from 'zod';
import type { ServerFile } from '../../service/server-file.ts';
import { ask } from './tool-client.ts';

const Link = z.object({ url: z.string() });

export async function newLink(server: ServerFile, signal: AbortSignal): Promise<string | undefined> {
  try {
    return Link.parse(await ask(server, { name: 'createSignInLink', args: {}, signal })).url;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
