import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Author } from './author.ts';
import { ApiClient } from './running-steploom.ts';

const ServerFile = z.object({ url: z.string(), secret: z.string() });

/** Whoever runs the service of a workspace, as the command line calls it. */
export async function ownerOf(workspace: string): Promise<Author> {
  const { url, secret } = ServerFile.parse(
    JSON.parse(await readFile(join(workspace, '.steploom/server.json'), 'utf8')),
  );
  return new Author(new ApiClient(`${url}/api/mcp`, secret));
}
