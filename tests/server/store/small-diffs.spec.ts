import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { structuredPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { projectFiles } from '../../support/project-text.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };

/** Lines that came (+) and went (-) since `before`, below the file they are in; spaces at their start left out. */
async function diff({ app }: Shop, before: ReadonlyMap<string, string>): Promise<string[]> {
  const after = await projectFiles(app.folder);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(path => {
    const { hunks } = structuredPatch(path, path, before.get(path) ?? '', after.get(path) ?? '', '', '', {
      context: 0,
    });
    const lines = hunks.flatMap(hunk => hunk.lines).map(line => line.replace(/^([+-]) +/, '$1 '));
    return lines.length === 0 ? [] : [path, ...lines];
  });
}

async function furnish(author: Author): Promise<void> {
  await author.module('A', { comment: 'What shoppers do' });
  await author.module('B');
  await author.module('C');
  await author.do('editModule', { moduleCode: 'm2', order: 0 });
  await author.do('editModule', { moduleCode: 'm2', order: 1 });
  for (const name of ['One', 'Two', 'Three'])
    await author.test('m1', name, {
      actions: [
        { type: 'visit', url: '/' },
        { type: 'click', locator: '#a' },
      ],
    });
  await author.environment('staging', [{ name: 'user', value: 'ann' }]);
}

describe('project files', () => {
  it.each([
    [
      'createAction',
      { ...place, type: 'fill', locator: '#b', value: 'x', actionIndex: 1 },
      [
        'versions/main/modules/m1.json',
        '+ "actionId": "a7",',
        '+ "type": "fill",',
        '+ "locator": "#b",',
        '+ "value": "x"',
        '+ },',
        '+ {',
      ],
    ],
    [
      'editAction',
      { ...place, actionIndex: 1, locator: '#c' },
      ['versions/main/modules/m1.json', '- "locator": "#a"', '+ "locator": "#c"'],
    ],
    ['editTest', { ...place, name: 'Uno' }, ['versions/main/modules/m1.json', '- "name": "One",', '+ "name": "Uno",']],
    ['editModule', { moduleCode: 'm2', comment: 'c' }, ['versions/main/modules/m2.json', '+ "comment": "c",']],
    [
      'editEnvironment',
      { environmentCode: 'e1', items: [{ name: 'user', value: 'bob' }] },
      ['versions/main/environments.json', '- "value": "ann"', '+ "value": "bob"'],
    ],
    ['editProject', { name: 'Store' }, ['project.json', '- "name": "Shop",', '+ "name": "Store",']],
  ])('%s changes only the lines of its own edit in the project files', async (tool, args, lines) => {
    await using shop = await openShop();
    await furnish(shop.author);
    const before = await projectFiles(shop.app.folder);
    await shop.author.do(tool, args);
    expect(await diff(shop, before)).toEqual(lines);
  });

  it('git ignores private files and what a crash may leave behind', async () => {
    await using shop = await openShop();
    await furnish(shop.author);
    await writeFile(join(shop.app.folder, 'project.json.0.steploom-tmp'), '{');
    expect([...(await projectFiles(shop.app.folder)).keys()]).toEqual([
      '.gitattributes',
      '.gitignore',
      'project.json',
      'versions/main/environments.json',
      'versions/main/modules/m1.json',
      'versions/main/modules/m2.json',
      'versions/main/modules/m3.json',
      'versions/main/version.json',
    ]);
  });

  it('project files have ordered keys, two spaces, a final newline and no times or revisions', async () => {
    await using shop = await openShop();
    await furnish(shop.author);
    await shop.author.do('editModule', { moduleCode: 'm1', after: 't1', before: 't2', data: { b: 1, a: 2 }, order: 1 });
    await shop.author.do('editTest', { ...place, tags: ['@a'], role: 'x', comment: 'c' });
    const files = await projectFiles(shop.app.folder);
    for (const [path, text] of files) {
      if (!path.endsWith('.json')) continue;
      expect(text, path).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
      expect(text).not.toMatch(/\d{4}-\d\d-\d\dT|revision|updated|At"/);
    }
    const text = files.get('versions/main/modules/m1.json') ?? '';
    const keys = Object.keys(JSON.parse(text));
    expect(keys).toEqual(['format', 'moduleCode', 'name', 'comment', 'rank', 'data', 'before', 'after', 'tests']);
    const test: unknown = JSON.parse(text).tests[0];
    expect(Object.keys(Object(test))).toEqual(['testCode', 'name', 'type', 'comment', 'tags', 'role', 'actions']);
  });

  it('project files and undo stay the same when an edit changes nothing', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await furnish(author);
    await author.do('editTest', { ...place, tags: ['@a'], data: { rows: [{ a: 1 }] } });
    const before = await projectFiles(shop.app.folder);
    await author.do('editTest', { ...place, tags: ['@a'], data: { rows: [{ a: 1 }] }, name: 'One' });
    await author.do('editModule', { moduleCode: 'm1', comment: 'What shoppers do', order: 0 });
    await author.do('editModule', { moduleCode: 'm3', order: 99, parentModule: null });
    await author.do('provisionEnvironments', {
      environments: [{ name: 'staging', items: [{ name: 'user', value: 'ann' }] }],
    });
    expect(await diff(shop, before)).toEqual([]);
    const { undone } = await author.client.call('undo', {}, z.object({ undone: z.object({ title: z.string() }) }));
    expect(undone.title).toBe('editTest t1');
    expect((await author.tests())[0]).not.toHaveProperty('tags');
  });
});
