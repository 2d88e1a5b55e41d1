import { z } from 'zod';
import type { ServerFile } from '../../service/server-file.ts';
import { ask } from './tool-client.ts';

const Link = z.object({ url: z.string() });

/** Has a running service make a link that signs a browser in; undefined where it does not. */
export async function newLink(server: ServerFile, signal: AbortSignal): Promise<string | undefined> {
  try {
    return Link.parse(await ask(server, { name: 'createSignInLink', args: {}, signal })).url;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
