import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Text = z.object({
  text: z.string(),
  steps: z.number(),
  parameters: z.record(z.string(), z.string()).optional(),
  lost: z.array(z.string()).optional(),
});
const Linked = z.strictObject({
  linked: z.number(),
  applied: z.literal(false).optional(),
  valuesTo: z.array(z.string()).optional(),
  texts: z.array(Text).optional(),
  leftOut: z.array(Text).optional(),
  withoutValue: z.array(z.string()).optional(),
});
const Links = z.object({ links: z.array(z.looseObject({ text: z.string(), testCode: z.string() })) });

const feature = (...steps: string[]) =>
  `Feature: Examples\n  Scenario: One\n${steps.map(step => `    When ${step}\n`).join('')}`;
const EXAMPLES = ['Dropdown', 'Checkboxes', 'Hovers', 'Frames', 'Tables', 'Inputs', 'Drag and drop'];
const STEPS = EXAMPLES.map(name => `I open the "${name}" example`);
const [DROPDOWN = ''] = STEPS;

/** A project with the steps and a test that has the parameters. */
async function openWith(steps: readonly string[], ...parameters: string[]): Promise<Shop> {
  const shop = await openShop();
  const { author } = shop;
  await author.do('createFeature', { text: feature(...steps) });
  await author.module('Examples');
  await author.test('m1', 'Open', { parameters: parameters.map(name => ({ name })) });
  return shop;
}

const link = ({ author }: Shop, text: string, args: object = {}) =>
  author.client.call('linkStep', { text, moduleCode: 'm1', testCode: 't1', like: true, ...args }, Linked);
const links = async ({ author }: Shop) => (await author.client.call('getLinks', {}, Links)).links;
/** What each text gives to the test. */
const given = async (shop: Shop) =>
  Object.fromEntries((await links(shop)).map(({ text, parameters }) => [text, parameters]));

describe('linkStep with like', () => {
  it('one call links all texts that differ in values alone, and one undo turns them all red again', async () => {
    await using shop = await openWith([...STEPS, DROPDOWN, 'I open the page'], 'example');
    expect(await link(shop, DROPDOWN)).toMatchObject({ linked: 8, texts: STEPS.map(text => ({ text })) });
    expect(await given(shop)).toEqual(Object.fromEntries(EXAMPLES.map((example, at) => [STEPS[at], { example }])));
    const { undone } = await shop.author.client.call('undo', {}, z.object({ undone: z.object({ title: z.string() }) }));
    expect(undone.title).toBe('link 8 steps');
    expect(await links(shop)).toEqual([]);
  });

  it('a dry run lists the texts with their values and changes nothing', async () => {
    await using shop = await openWith(STEPS, 'example');
    const reply = await link(shop, DROPDOWN, { dryRun: true });
    expect(reply).toMatchObject({ applied: false, linked: 7 });
    expect(reply.texts?.[1]).toEqual({ text: STEPS[1], steps: 1, parameters: { example: 'Checkboxes' } });
    expect(await links(shop)).toEqual([]);
    expect(
      await shop.author.refusal('linkStep', { text: DROPDOWN, moduleCode: 'm1', testCode: 't9', dryRun: true }),
    ).toMatch(/^not-found/);
  });

  it('without like a link is for its exact text alone', async () => {
    await using shop = await openWith(STEPS, 'example');
    expect(await link(shop, DROPDOWN, { like: false })).toEqual({ linked: 1, withoutValue: ['example'] });
    expect(await given(shop)).toEqual({ [DROPDOWN]: undefined });
  });

  it('a text keeps the link that it has, unless it is named', async () => {
    const [, second = '', third = ''] = STEPS;
    await using shop = await openWith(STEPS, 'example');
    await shop.author.test('m1', 'Other', { parameters: [{ name: 'what' }] });
    await link(shop, second, { testCode: 't2', like: false });
    expect((await link(shop, DROPDOWN)).texts?.map(({ text }) => text)).not.toContain(second);
    expect(await links(shop)).toContainEqual(expect.objectContaining({ text: second, testCode: 't2' }));
    const named = await link(shop, third, { testCode: 't2', like: false, also: [second] });
    expect(named.texts?.map(({ text }) => text)).toEqual([third, second]);
    expect(await given(shop)).toMatchObject({ [second]: { what: 'Checkboxes' }, [third]: { what: 'Hovers' } });
  });

  it('case, blanks and words count, apostrophes and parts of words are no values', async () => {
    const steps = [
      "I don't see 2 of Ann's",
      "I don't see 3 of Ann's",
      "I won't see 2 of Ann's",
      'i v2 "a"',
      'i v3 "b"',
    ];
    await using shop = await openWith([...steps, 'I  open 1', 'I open 1', 'I open -2.5', 'I open "1"'], 'a', 'b');
    const texts = async (text: string) => (await link(shop, text, { dryRun: true })).texts?.map(one => one.text);
    expect(await texts("I don't see 2 of Ann's")).toEqual(steps.slice(0, 2));
    expect(await texts('i v2 "a"')).toEqual(['i v2 "a"']);
    expect(await texts('I open 1')).toEqual(['I open 1', 'I open -2.5']);
  });
});

describe('where the values of a text go', () => {
  const PUT = ['put 2 "mugs"', 'put 3 "bowls"'];
  it.each([
    ['by position', { steps: PUT, names: ['count', 'what'], expected: [{ count: '3', what: 'bowls' }] }],
    [
      'by position even where two values are the same',
      { steps: ['put 2 "2"', 'put 3 "4"'], names: ['count', 'what'], expected: [{ count: '3', what: '4' }] },
    ],
    [
      'by the name of a placeholder in any of the texts',
      {
        steps: ['put 2 "mugs"', 'put <n> "<what>"', 'put 3 "bowls"'],
        names: ['what', 'n'],
        expected: [undefined, { n: '3', what: 'bowls' }],
      },
    ],
    [
      'as the call says',
      {
        steps: PUT,
        names: ['count', 'what', 'size'],
        parameters: { what: '2', count: 'mugs', size: 'big' },
        expected: [{ what: '3', count: 'bowls', size: 'big' }],
      },
    ],
  ])('values go to parameters %s', async (_words, { steps, names, expected, ...said }) => {
    await using shop = await openWith(steps, ...names);
    const { texts = [] } = await link(shop, steps[0] ?? '', said);
    expect(texts.slice(1).map(text => text.parameters)).toEqual(expected);
  });

  it('valuesTo says which parameter takes which value, for all texts of the pattern', async () => {
    await using shop = await openWith(['put 2 "mugs"', 'put 3 "bowls"', 'put 4 "4"'], 'what', 'count', 'where');
    const [text = ''] = PUT;
    expect((await link(shop, text, { dryRun: true })).valuesTo).toEqual(['what', 'count']);
    const said = { valuesTo: ['count', 'what'], parameters: { where: 'shelf' } };
    expect(await link(shop, text, { dryRun: true, ...said })).toMatchObject({ valuesTo: ['count', 'what'], linked: 3 });
    await link(shop, text, said);
    expect(await given(shop)).toEqual({
      'put 2 "mugs"': { count: '2', what: 'mugs', where: 'shelf' },
      'put 3 "bowls"': { count: '3', what: 'bowls', where: 'shelf' },
      'put 4 "4"': { count: '4', what: '4', where: 'shelf' },
    });
    const alone = { like: false, also: [], valuesTo: ['', 'what'] };
    expect((await link(shop, text, alone)).texts).toEqual([
      { text, steps: 1, parameters: { what: 'mugs' }, lost: ['2'] },
    ]);
  });

  it.each([
    [['count', 'size'], /^invalid-params: Test t1 has no parameter "size"/],
    [['count', '', ''], /^invalid-params: .* has 2 values, not 3/],
  ])('valuesTo %j is refused', async (valuesTo, reason) => {
    await using shop = await openWith(PUT, 'count');
    const args = { text: PUT[0], testCode: 't1', valuesTo };
    expect(await shop.author.refusal('linkStep', args)).toMatch(reason);
    expect(await links(shop)).toEqual([]);
  });

  it('texts whose values the test has no parameter for are left out and listed', async () => {
    await using shop = await openWith(['see 2 in "Basket"', 'see 3 in "Basket"', 'see 4 in "Orders"'], 'count');
    const reply = await link(shop, 'see 2 in "Basket"');
    expect(reply.leftOut).toEqual([
      { text: 'see 4 in "Orders"', steps: 1, parameters: { count: '4' }, lost: ['Orders'] },
    ]);
    expect(await given(shop)).toEqual({
      'see 2 in "Basket"': { count: '2' },
      'see 3 in "Basket"': { count: '3' },
    });
  });

  it('later texts take their values as an earlier link of the pattern does', async () => {
    await using shop = await openWith(['see 2 in "Basket"', 'see 3 in "Orders"', 'see 4 in "Wishes"'], 'count', 'page');
    await link(shop, 'see 2 in "Basket"', { like: false, parameters: { page: '2', count: 'Basket' } });
    await link(shop, 'see 3 in "Orders"');
    expect(await given(shop)).toMatchObject({
      'see 3 in "Orders"': { page: '3', count: 'Orders' },
      'see 4 in "Wishes"': { page: '4', count: 'Wishes' },
    });
  });

  it('a parameter that takes the table of a step takes no value of its text', async () => {
    const steps = ['I see "A"\n      | x |\n      | 1 |', 'I see "B"\n      | x |\n      | 2 |'];
    await using shop = await openWith(steps, 'table', 'what');
    await link(shop, 'I see "A"');
    expect(await given(shop)).toEqual({ 'I see "A"': { what: 'A' }, 'I see "B"': { what: 'B' } });
  });
});

describe('linkStep with also', () => {
  it('texts of different patterns are linked to one test as one edit', async () => {
    await using shop = await openWith(
      ['I am in', 'I sign in as "ann"', 'I log in as "bob"', 'I log in as "cy"'],
      'user',
    );
    const also = ['I sign in as "ann"', 'I log in as "bob"'];
    expect(await link(shop, 'I am in', { like: false, also })).toMatchObject({ linked: 3, withoutValue: ['user'] });
    expect(await given(shop)).toEqual({
      'I am in': undefined,
      'I sign in as "ann"': { user: 'ann' },
      'I log in as "bob"': { user: 'bob' },
    });
    await shop.author.do('undo');
    const [one] = await featuresOf(shop.author);
    expect(one?.scenarios[0]?.steps.map(({ linked }) => linked)).toEqual([false, false, false, false]);
  });

  it.each([
    [{ also: ['I am out'] }, /^not-found: No step has the text "I am out"/],
    [{ parameters: { what: 'x' } }, /^invalid-params: Test t1 has no parameter "what"/],
    [{ parameters: { what: 'x' }, dryRun: true }, /^invalid-params: Test t1 has no parameter "what"/],
  ])('linkStep refuses %j and links nothing', async (args, reason) => {
    await using shop = await openWith(['I am in', 'I am "in"'], 'user');
    expect(
      await shop.author.refusal('linkStep', { text: 'I am in', moduleCode: 'm1', testCode: 't1', ...args }),
    ).toMatch(reason);
    expect(await links(shop)).toEqual([]);
  });
});

describe('importFeatures with texts like linked ones', () => {
  const Alike = z.object({
    applied: z.boolean(),
    stepsLinked: z.number(),
    alike: z.array(Text.extend({ like: z.string(), testCode: z.string() })).optional(),
    linksAlike: z.boolean().optional(),
  });
  const came = 'I open the "Shadow DOM" example';
  const importText = (shop: Shop, args: object = {}) =>
    shop.author.client.call(
      'importFeatures',
      { source: 'text', text: feature(came, came).replace('Examples', 'Later'), ...args },
      Alike,
    );
  const proposal = { text: came, like: DROPDOWN, testCode: 't1', steps: 2, parameters: { example: 'Shadow DOM' } };

  it('an import proposes links for new texts of a linked pattern and leaves them red', async () => {
    await using shop = await openWith(STEPS, 'example');
    await link(shop, DROPDOWN, { like: false, parameters: { example: 'Dropdown' } });
    const reply = await importText(shop);
    expect(reply).toMatchObject({ applied: true, alike: [proposal], linksAlike: false, stepsLinked: 0 });
    expect(await given(shop)).toEqual({ [DROPDOWN]: { example: 'Dropdown' } });
  });

  it('an import links such texts where the project wants it, with the import as one edit', async () => {
    await using shop = await openWith(STEPS, 'example');
    await link(shop, DROPDOWN, { like: false, parameters: { example: 'Dropdown' } });
    await shop.author.do('editProject', { settings: { features: { linkLike: true } } });
    expect(await importText(shop, { dryRun: true })).toMatchObject({
      applied: false,
      alike: [proposal],
      stepsLinked: 2,
    });
    expect(await importText(shop)).toMatchObject({ applied: true, linksAlike: true, stepsLinked: 2 });
    // What was there before is red because somebody left it so.
    expect(await given(shop)).toEqual({ [DROPDOWN]: { example: 'Dropdown' }, [came]: { example: 'Shadow DOM' } });
    const { undone } = await shop.author.client.call('undo', {}, z.object({ undone: z.object({ title: z.string() }) }));
    expect(undone.title).toBe('import 1 feature');
    expect(await given(shop)).toEqual({ [DROPDOWN]: { example: 'Dropdown' } });
    expect(await featuresOf(shop.author)).toHaveLength(1);
  });

  it.each([
    ['links of the pattern go to several tests', [{}, { testCode: 't2', parameters: { what: 'Checkboxes' } }]],
    ['links of the pattern give their values to several parameters', [{}, { parameters: { other: 'Checkboxes' } }]],
    ['the linked text gives its value to no parameter', [{ parameters: undefined }]],
  ])('nothing is proposed where %s', async (_words, said) => {
    await using shop = await openWith(STEPS, 'example', 'other');
    await shop.author.test('m1', 'Other', { parameters: [{ name: 'what' }] });
    for (const [at, args] of said.entries())
      await link(shop, STEPS[at] ?? '', { like: false, parameters: { example: EXAMPLES[at] }, ...args });
    expect((await importText(shop)).alike).toBeUndefined();
  });

  it('a placeholder that goes to the parameter of its name tells where values of new texts go', async () => {
    await using shop = await openWith(['I open the "<example>" example'], 'example');
    await link(shop, 'I open the "<example>" example', { like: false });
    expect((await importText(shop)).alike).toMatchObject([{ parameters: { example: 'Shadow DOM' } }]);
  });
});
