import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTokenValue } from '../../../server/store/tokens/token-file.ts';
import { Author } from '../../support/author.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { ApiClient } from '../../support/running-steploom.ts';

const LONG = { timeout: 60_000, interval: 50 };
const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'getModules', arguments: {} } };
const furnish = (author: Author) => author.module('Basket').then(() => {});

async function ownerOf(workspace: string, { client }: Author): Promise<Author> {
  const server = z.object({ secret: z.string() });
  const { secret } = server.parse(JSON.parse(await readFile(join(workspace, '.steploom/server.json'), 'utf8')));
  return new Author(new ApiClient(client.apiUrl, secret));
}

describe('a project whose project.json is damaged and has no backup', () => {
  it('a closed project gives its tokens the reason, and opens once its file is repaired', async () => {
    await using shop = await closedShop(furnish);
    const file = join(shop.folder, 'project.json');
    const whole = await readFile(file, 'utf8');
    await rm(join(shop.folder, '.steploom/backups'), { recursive: true });
    await writeFile(file, `<<<<<<< HEAD\n${whole}`);
    await using open = await shop.open();
    const said =
      'The project "shop" is not open: project.json, line 1, column 1: merge markers; resolve the git conflict and save the file.';
    const response = await open.author.client.post(CALL);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32000,
        message: said,
        data: {
          reason: 'forbidden',
          projectId: 'shop',
          file: 'project.json',
          line: 1,
          next: expect.stringContaining('without a restart'),
        },
      },
    });
    const stranger = new Author(
      new ApiClient(
        open.author.client.apiUrl,
        createTokenValue(limit => limit - 1),
      ),
    );
    expect(await stranger.refusal('getModules')).toMatch(/^unauthorized: Unknown token/);
    const owner = await ownerOf(shop.workspace, open.author);
    for (const tool of ['getModules', 'getTokens'])
      expect(await owner.refusal(tool, { projectId: 'shop' })).toBe(`damaged-file: ${said}`);

    await writeFile(file, whole);
    await vi.waitFor(
      async () => expect((await open.author.modules()).map(({ name }) => name)).toEqual(['Basket']),
      LONG,
    );
    expect((await open.author.module('Payment')).moduleCode).toBe('m2');
  });

  it('a project whose project.json names another id is not opened, and the file is left alone', async () => {
    await using shop = await closedShop(furnish);
    const file = join(shop.folder, 'project.json');
    const other = (await readFile(file, 'utf8')).replace('"projectId": "shop"', '"projectId": "other"');
    await writeFile(file, other);
    await using open = await shop.open();
    expect(await open.author.refusal('getModules')).toBe(
      'forbidden: The project "shop" is not open: project.json says "other", but its folder is "shop"; they must agree.',
    );
    expect(await readFile(file, 'utf8')).toBe(other);
  });
});
