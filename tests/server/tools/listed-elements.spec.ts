import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolListing } from '../../../server/rpc/calls/list-tools.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { McpClient } from '../rpc/mcp-client.ts';

const runner = useRunner({
  '/': `<title>Shop</title><h1>Shop</h1><label>Name <input value="Ada"></label>
    <label>Size <select><option>Small</option><option selected>Large</option></select></label>
    <div draggable="true" id="from">Card</div><div id="to" draggable="true">Pile</div><button disabled>Buy</button>
    <ul><li>One <button>Add</button></li><li>Two <button>Add</button></li></ul>`,
  '/listeners': `<title>Listeners</title><h1>Shop</h1><div id="root"><div id="react">Like</div><p>Mere text</p></div>
    <div id="listens">Fold</div><div onclick="1">Close</div><div id="around"><button>Inside</button></div>
    <script>
      const on = (id, type) => document.getElementById(id).addEventListener(type, () => {});
      on('listens', 'click'); on('around', 'click'); on('root', 'click');
      document.addEventListener('click', () => {});
      document.getElementById('root').__reactContainer$abc = {};
      document.getElementById('react').__reactProps$abc = { onClick() {} };
    </script>`,
});

const Elements = z.object({
  elements: z.array(z.looseObject({ ref: z.string(), name: z.string(), locator: z.string() })),
});
const Actions = z.object({ actions: z.array(z.looseObject({})) });
const Created = z.object({ action: z.looseObject({ locator: z.string() }) });

const call = (tool: string, args: object = {}) => runner.call(tool, args);
const elements = async (query: object = {}) =>
  (await runner.app.client.call('getPageElements', query, Elements)).elements;
const refOf = async (name: string) => (await elements()).find(element => element.name === name)?.ref ?? 'none';
const mcp = () => new McpClient({ url: runner.app.client.apiUrl, token: runner.app.client.token });
const textOf = async (args: object) => {
  const Reply = z.object({ content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]) });
  const { result } = await mcp().legacy('tools/call', { name: 'getPageElements', arguments: args });
  return Reply.parse(result).content[0].text;
};

describe('elements as they are listed', () => {
  beforeEach(async () => {
    await call('navigateUrl', { url: '/' });
  });

  test('an MCP client gets one line for each element, with locators only when it asks for them', async () => {
    expect((await textOf({})).replace(/^e\d+ /gm, '')).toBe(
      [
        'heading "Shop"',
        'textbox "Name" = "Ada"',
        'combobox "Size" = "Large" (Small | Large)',
        'generic "Card" [draggable]',
        'generic "Pile" [draggable]',
        'button "Buy" [disabled]',
        'button "Add" in listitem "One"',
        'button "Add" in listitem "Two"',
      ].join('\n'),
    );
    expect(await textOf({ filter: 'buy', locators: true })).toMatch(
      /^e\d+ button "Buy" \[disabled\] {2}getByRole\('button', /,
    );
    expect(await textOf({ filter: 'xylophone' })).toMatch(/^Nothing matches\./);
  });

  test('what only listens to clicks is listed, and what others listen for is not', async () => {
    await call('navigateUrl', { url: '/listeners' });
    expect((await textOf({})).replace(/^e\d+ /gm, '').split('\n')).toEqual([
      'heading "Shop"',
      'generic "Like"',
      'generic "Fold"',
      'generic "Close"',
      'button "Inside"',
    ]);
  });

  test('a ref is the same in each listing, and is taken wherever a locator is', async () => {
    const ref = await refOf('Name');
    expect(await refOf('Name')).toBe(ref);
    const filled = { type: 'fill', locator: ref, value: 'Eve' };
    expect(await call('performAction', { action: filled })).toMatchObject({ state: 'passed' });
    expect(await call('validateActions', { actions: [filled] })).toMatchObject({ actions: [{ matches: 1 }] });
    expect(await call('getScreenshot', { locator: ref })).toMatchObject({ mimeType: 'image/jpeg' });
    expect(await call('getPageElements', { within: ref })).toMatchObject({ total: 1 });
    const [first, second] = (await elements({ filter: 'Add' })).map(element => element.ref);
    expect(first).not.toBe(second);
  });

  test('a ref is stored as the locator that it means', async () => {
    const ref = await refOf('Name');
    const locator = "getByRole('textbox', { name: 'Name' })";
    const testCode = await runner.write([{ type: 'fill', locator: ref, value: 'x' }]);
    const place = { moduleCode: runner.moduleCode, testCode };
    await call('createActions', { ...place, actions: [{ type: 'click', locator: ref }] });
    const click = { ...place, type: 'click', locator: '#a' };
    const { action } = await runner.app.client.call('createAction', { ...click, locator: ref }, Created);
    expect(action.locator).toBe(locator);
    await call('createAction', click);
    await call('editAction', { ...place, actionIndex: 3, locator: ref });
    const { actions } = await runner.app.client.call('getActions', place, Actions);
    expect(actions).toMatchObject(Array(4).fill({ locator }));
  });

  test('a ref that was not listed is refused by the name of its parameter', async () => {
    const testCode = await runner.write([]);
    const place = { moduleCode: runner.moduleCode, testCode };
    for (const [tool, args, field] of [
      ['getPageElements', { within: 'e98765' }, 'within'],
      ['createAction', { ...place, type: 'drag', locator: '#a', to: 'e98765' }, 'to'],
      ['createActions', { ...place, actions: [{ type: 'click', locator: 'e98765' }] }, 'actions[0].locator'],
    ] as const) {
      const { data } = await runner.app.client.failure(tool, args);
      expect([data.reason, data.field, data.next]).toEqual(['not-found', field, 'getPageElements']);
    }
  });
});

describe('fields by the names that callers give them', () => {
  test('select takes "value" and drag takes "to", which are stored as "values" and "target"', async () => {
    await call('navigateUrl', { url: '/' });
    const testCode = await runner.write([
      { type: 'select', locator: "getByLabel('Size')", value: 'Small' },
      { type: 'drag', locator: '#from', to: await refOf('Pile') },
    ]);
    const place = { moduleCode: runner.moduleCode, testCode };
    await call('editAction', { ...place, actionIndex: 0, value: 'Large' });
    await call('createAction', { ...place, type: 'drag', locator: '#from', to: '#to' });
    const { actions } = await runner.app.client.call('getActions', place, Actions);
    expect(actions).toMatchObject([
      { values: ['Large'] },
      { target: expect.stringContaining('Pile') },
      { target: '#to' },
    ]);
    expect(JSON.stringify(actions)).not.toMatch(/"(value|to)":/);
  });

  test('a field that is given by two names is refused, and one that is wrong is called as it was given', async () => {
    const testCode = await runner.write([]);
    const place = { moduleCode: runner.moduleCode, testCode };
    const select = { ...place, type: 'select', locator: '#a' };
    const { failure } = runner.app.client;
    const refused = async (args: object) => (await failure.call(runner.app.client, 'createAction', args)).data.field;
    expect(await refused({ ...select, value: 'a', values: ['b'] })).toBe('value');
    expect(await refused({ ...select, value: '{{ 1 + }}' })).toBe('value');
    expect(await refused({ ...place, type: 'click', locator: '#a', to: '#b' })).toBe('to');
  });

  test('createTest names every action, field and word that is wrong', async () => {
    const actions = [
      { type: 'clik', locator: '#a' },
      { type: 'fill', locator: 'getByRole(', value: 'x' },
      { type: 'reload' },
      { type: 'assert', matcher: 'toHaveTxt', locator: '#a', expcted: 'x', colour: 'red' },
      { type: 'wait', until: 'ready' },
    ];
    const given = { name: 'A', moduleCode: runner.moduleCode, actions };
    const { code, message, data } = await runner.app.client.failure('createTest', given);
    expect(code).toBe(-32602);
    for (const wrong of ['"clik"', 'actions[1].locator', '"expcted"', '"colour"', '"ready"'])
      expect(message).toContain(wrong);
    const faults = z.array(z.object({ field: z.string() })).parse(data.faults);
    expect(faults.map(({ field }) => field)).toEqual([
      'actions[0].type',
      'actions[1].locator',
      'actions[3].expcted',
      'actions[3].colour',
      'actions[4].until',
    ]);
  });
});

describe('what the list tells', () => {
  const registry = createToolRegistry();
  const schemaOf = (name: string) => {
    const tools = createToolListing({ registry })({ access: 'write', selection: undefined });
    return JSON.stringify(tools.find(tool => tool.name === name)?.inputSchema);
  };

  test('the default list names the fields of each kind of action, and the filter of elements', () => {
    expect(schemaOf('createAction')).toContain('select locator values; check|uncheck locator;');
    expect(schemaOf('getPageElements')).toContain('"filter"');
  });

  test('what the guide and the reference of actions say is had by a tool', async () => {
    const read = async (uri: string) => JSON.stringify((await mcp().legacy('resources/read', { uri })).result);
    const asked = async (topic: string) => {
      const { result } = await mcp().legacy('tools/call', { name: 'getGuide', arguments: { topic } });
      return z.object({ content: z.tuple([z.object({ text: z.string() })]) }).parse(result).content[0].text;
    };
    expect(await read('steploom://guide')).toContain(JSON.stringify(await asked('guide')));
    expect(await read('steploom://actions')).toContain(JSON.stringify(await asked('actions')));
  });
});
