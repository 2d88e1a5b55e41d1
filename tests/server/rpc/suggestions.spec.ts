import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';
import { McpClient } from './mcp-client.ts';

let shop: Shop;
let client: McpClient;

beforeAll(async () => {
  shop = await openShop();
  const { author, app } = shop;
  for (const name of ['Basket', 'Sign in']) await author.module(name);
  await author.test('m1', 'Add to the basket', { actions: [{ type: 'visit', url: '/basket' }] });
  await author.test('m2', 'Sign in');
  const { token } = await app.clientWith('read');
  client = new McpClient({ url: app.client.apiUrl, token });
});
afterAll(() => shop[Symbol.asyncDispose]());

const complete = (ref: object, argument: object) => client.legacy('completion/complete', { ref, argument });

const valuesOf = async (ref: object, name: string, value = '') => {
  const { result } = await complete(ref, { name, value });
  return z.object({ completion: z.looseObject({ values: z.array(z.string()) }) }).parse(result).completion.values;
};

describe('templates of resources', () => {
  test('a resource template is read with the code that the client fills in', async () => {
    const { result } = await client.modern('resources/read', { uri: 'steploom://modules/m1' });
    const uri = 'steploom://modules/m1';
    expect(result).toMatchObject({ contents: [{ uri, mimeType: 'application/json', text: expect.any(String) }] });
    expect(JSON.stringify(result)).toContain('/basket');
    expect(JSON.stringify(result)).not.toContain('Sign in');
  });

  test('a resource address with an unknown code or extra parts is refused', async () => {
    const read = (uri: string) => client.legacy('resources/read', { uri });
    expect((await read('steploom://modules/m9')).error).toMatchObject({ code: -32000, data: { reason: 'not-found' } });
    expect((await read('steploom://modules/none')).error).toMatchObject({ code: -32602 });
    expect((await read('steploom://runs/r7')).error).toMatchObject({ code: -32000 });
    for (const uri of [
      'steploom://modules/m1/x',
      'steploom://modules/',
      'steploom://modules/%E0',
      'xsteploom://modules/m1',
    ])
      expect((await read(uri)).error).toMatchObject({ code: -32602, data: { uri } });
  });
});

describe('completions', () => {
  const repair = { type: 'ref/prompt', name: 'repair-test' };

  test('completion suggests the codes that an argument of a prompt takes', async () => {
    expect(await valuesOf(repair, 'test')).toEqual(['t1', 't2']);
    expect(await valuesOf(repair, 'test', 'T2')).toEqual(['t2']);
    expect(await valuesOf(repair, 'test', 'nothing')).toEqual([]);
    expect(await valuesOf({ type: 'ref/prompt', name: 'write-test' }, 'module')).toEqual(['m1', 'm2']);
    expect(await valuesOf({ type: 'ref/prompt', name: 'write-test' }, 'goal', 'a guest')).toEqual([]);
  });

  test('completion suggests values for the placeholder of a resource template', async () => {
    const ofResource = (uri: string) => ({ type: 'ref/resource', uri });
    expect(await valuesOf(ofResource('steploom://modules/{moduleCode}'), 'moduleCode', 'm')).toEqual(['m1', 'm2']);
    expect(await valuesOf(ofResource('steploom://runs/{runId}'), 'runId')).toEqual([]);
  });

  test('completion refuses arguments, prompts and resources that it does not know', async () => {
    for (const [ref, argument] of [
      [repair, { name: 'tests', value: '' }],
      [
        { type: 'ref/prompt', name: 'repair' },
        { name: 'test', value: '' },
      ],
      [
        { type: 'ref/resource', uri: 'steploom://guide' },
        { name: 'test', value: '' },
      ],
      [
        { type: 'ref/tool', name: 'getTests' },
        { name: 'test', value: '' },
      ],
      [repair, { name: 'test' }],
    ] as const)
      expect((await complete(ref, argument)).error).toMatchObject({ code: -32602 });
    expect((await client.legacy('completion/complete')).error).toMatchObject({ code: -32602 });
  });
});
