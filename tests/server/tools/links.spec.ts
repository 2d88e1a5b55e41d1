import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { colours, featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { editFile, PATIENT } from '../../support/outside-edit.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const BASKET = `Feature: Basket
  Background:
    Given the shop is open
  Scenario: Buy one
    When I buy a mug
  Scenario Outline: Buy <n>
    When I buy <n> mugs
    Examples:
      | n |
      | 2 |
`;
const LINKS = 'versions/main/links.json';
const place = { moduleCode: 'm1', testCode: 't1' };
const OPEN = { text: 'the shop is open' };

async function openBasket(): Promise<Shop> {
  const shop = await openShop({ settling: PATIENT });
  await putFeature(shop.app.folder, 'basket.feature', BASKET);
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Open the shop', { parameters: [{ name: 'count' }] });
  await shop.author.test('m1', 'Buy');
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  return shop;
}

const link = ({ author }: Shop, args: object) =>
  author.client.call(
    'linkStep',
    { ...place, ...args },
    z.strictObject({ linked: z.number(), withoutValue: z.array(z.string()).optional() }),
  );
const links = async ({ author }: Shop) =>
  (await author.client.call('getLinks', {}, z.looseObject({ links: z.array(z.looseObject({ text: z.string() })) })))
    .links;
const linksFile = ({ app }: Shop) => readFile(join(app.folder, LINKS), 'utf8');
const steps = async (shop: Shop) => colours(await featuresOf(shop.author));

describe('linkStep', () => {
  it('linkStep turns every step with that text black at once', async () => {
    await using shop = await openBasket();
    expect(await link(shop, OPEN)).toMatchObject({ linked: 2 });
    expect(await steps(shop)).toEqual({ 'f1.s1': ['black', 'red'], 'f1.s2': ['black', 'red'] });
    const [feature] = await featuresOf(shop.author);
    expect(feature?.scenarios[0]?.steps[0]).toMatchObject({ linked: true, moduleCode: 'm1', testCode: 't1' });
  });

  it('a link also applies to steps with the same text that are added later', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    await putFeature(shop.app.folder, 'later.feature', 'Feature: Later\n  Scenario: One\n    * the shop is open\n');
    await noticed(async () => expect(await steps(shop)).toMatchObject({ 'f2.s1': ['black'] }));
  });

  it('linkStep accepts a scenario and a position instead of the text, and keeps placeholders', async () => {
    await using shop = await openBasket();
    expect(await link(shop, { scenario: 'f1.s2', stepIndex: 1, testCode: 't2' })).toEqual({ linked: 1 });
    expect(await links(shop)).toEqual([
      { text: 'I buy <n> mugs', testCode: 't2', moduleCode: 'm1', testName: 'Buy', steps: 1 },
    ]);
  });

  it('a step that is linked to its test again keeps who acts, until null or another test is given', async () => {
    await using shop = await openBasket();
    const actors = [{ name: 'Buyer' }, { name: 'Seller' }];
    await shop.author.client.call('editTest', { ...place, actors }, z.unknown());
    const who = async () => (await links(shop)).map(({ actor }) => actor);
    await link(shop, { ...OPEN, actor: 'Seller' });
    await link(shop, { ...OPEN, parameters: { count: '2' } });
    expect(await who()).toEqual(['Seller']);
    await expect(link(shop, { ...OPEN, actor: 'Sellr' })).rejects.toThrow('No test names the actor “Sellr”');
    await link(shop, { ...OPEN, actor: null });
    expect(await who()).toEqual([undefined]);
    await link(shop, { ...OPEN, actor: 'Seller' });
    await link(shop, { ...OPEN, testCode: 't2' });
    expect(await who()).toEqual([undefined]);
  });

  it('linkStep says which parameters get no value from the steps', async () => {
    await using shop = await openBasket();
    const parameters = [{ name: 'n' }, { name: 'text' }, { name: 'size', default: 'big' }, { name: 'colour' }];
    await shop.author.test('m1', 'Buy some', { parameters });
    const outline = { text: 'I buy <n> mugs', testCode: 't3' };
    expect(await link(shop, outline)).toEqual({ linked: 1, withoutValue: ['text', 'colour'] });
    const said = { text: 'a', colour: '<n>' };
    expect(await link(shop, { ...outline, parameters: said })).toEqual({ linked: 1 });
    expect(await link(shop, { text: 'I buy a mug', testCode: 't3', parameters: said })).toEqual({
      linked: 1,
      withoutValue: ['n'],
    });
  });

  it('links.json keeps one link for each text, sorted by text', async () => {
    await using shop = await openBasket();
    await link(shop, { ...OPEN, parameters: { count: '3' } });
    await link(shop, { text: ' I buy a mug ', testCode: 't2' });
    await link(shop, { ...OPEN, testCode: 't2' });
    expect(JSON.parse(await linksFile(shop))).toEqual({
      format: 1,
      links: [
        { text: 'I buy a mug', testCode: 't2' },
        { text: 'the shop is open', testCode: 't2' },
      ],
    });
  });

  it.each([
    [{ text: 'the shop is opn' }, /^not-found: .*Similar: "the shop is open"/],
    [{ text: 'Given the shop is open' }, /^not-found: .*"the shop is open"/],
    [{ text: 'The shop is open' }, /^not-found/],
    [{}, /^invalid-params: Give either/],
    [{ scenario: 'f1.s1' }, /^invalid-params: Give either/],
    [{ ...OPEN, scenario: 'f1.s1', stepIndex: 0 }, /^invalid-params: Give either/],
    [{ scenario: 'f1.s1', stepIndex: 2 }, /^not-found: Scenario f1.s1 has 2 steps/],
    [{ scenario: 'f9.s1', stepIndex: 0 }, /^not-found: No scenario "f9.s1"/],
    [{ ...OPEN, testCode: 't9' }, /^not-found: No test t9/],
    [{ ...OPEN, parameters: { size: '1' } }, /^invalid-params: Test t1 has no parameter "size". It has count/],
  ])('linkStep refuses %j and changes nothing', async (args, reason) => {
    await using shop = await openBasket();
    expect(await shop.author.refusal('linkStep', { ...place, ...args })).toMatch(reason);
    expect(await links(shop)).toEqual([]);
  });

  it('undo and redo of a link work even if other links have changed since', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    const before = await linksFile(shop);
    await link(shop, { text: 'I buy a mug' });
    await shop.author.do('undo');
    expect(await linksFile(shop)).toBe(before);
    await shop.author.do('redo');
    const colleague = await shop.colleague();
    await colleague.do('linkStep', { ...place, text: 'I buy <n> mugs' });
    await shop.author.do('undo');
    expect((await links(shop)).map(({ text }) => text)).toEqual(['I buy <n> mugs', 'the shop is open']);
  });
});

describe('unlinkStep', () => {
  it('unlinkStep turns every step with that text red', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    expect(await shop.author.client.call('unlinkStep', OPEN, z.unknown())).toEqual({ unlinked: 2, testCode: 't1' });
    expect(await steps(shop)).toEqual({ 'f1.s1': ['red', 'red'], 'f1.s2': ['red', 'red'] });
    expect(await shop.author.refusal('unlinkStep', OPEN)).toMatch(/^not-found: No test is linked/);
  });
});

describe('a test that steps are linked to', () => {
  it.each([
    ['deleteTest', place],
    ['deleteModule', { moduleCode: 'm1' }],
  ])('%s keeps a linked test unless forced, and then names the steps that turn red', async (tool, args) => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    expect(await shop.author.refusal(tool, args)).toMatch(/^in-use: .*step "the shop is open" uses t1/);
    const reply = await shop.author.client.call(
      tool,
      { ...args, force: true },
      z.looseObject({ unlinked: z.unknown() }),
    );
    expect(reply.unlinked).toEqual(['the shop is open']);
    const [feature] = await featuresOf(shop.author);
    expect(feature?.scenarios[0]?.steps[0]).toMatchObject({
      linked: false,
      missing: 't1',
      missingName: 'Open the shop',
    });
    expect(await links(shop)).toMatchObject([{ text: 'the shop is open', missing: true, testName: 'Open the shop' }]);
    await shop.author.do('undo');
    expect(await steps(shop)).toMatchObject({ 'f1.s1': ['black', 'red'] });
    expect(await linksFile(shop)).not.toContain('testName');
  });

  it('a missing test is shown by its code when its name was not recorded', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    await editFile(shop.app.folder, 'versions/main/modules/m1.json', text => text.replace('"t1"', '"t9"'));
    await noticed(async () => expect(await steps(shop)).toMatchObject({ 'f1.s1': ['red', 'red'] }));
    const [feature] = await featuresOf(shop.author);
    expect(feature?.scenarios[0]?.steps[0]).not.toHaveProperty('missingName');
    expect(feature?.scenarios[0]?.steps[0]).toMatchObject({ missing: 't1' });
  });

  it('a link to a deleted test shows its last name until the step is linked to another test', async () => {
    await using shop = await openBasket();
    await link(shop, { ...OPEN, parameters: { count: '3' } });
    await shop.author.do('editTest', { ...place, name: 'Open it' });
    await shop.author.do('deleteTest', { ...place, force: true });
    expect(await links(shop)).toMatchObject([{ testName: 'Open it', parameters: { count: '3' } }]);
    await link(shop, { ...OPEN, testCode: 't2' });
    expect(await links(shop)).toEqual([
      { text: 'the shop is open', moduleCode: 'm1', testCode: 't2', testName: 'Buy', steps: 2 },
    ]);
  });

  it('undo brings a deleted test back even if one of its steps has since been linked to another test', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    await link(shop, { text: 'I buy a mug' });
    await shop.author.do('deleteTest', { ...place, force: true });
    const colleague = await shop.colleague();
    await colleague.do('linkStep', { ...OPEN, moduleCode: 'm1', testCode: 't2' });
    await shop.author.do('undo');
    expect(await links(shop)).toEqual([
      { text: 'I buy a mug', moduleCode: 'm1', testCode: 't1', testName: 'Open the shop', steps: 1 },
      { text: 'the shop is open', moduleCode: 'm1', testCode: 't2', testName: 'Buy', steps: 2 },
    ]);
    expect(await linksFile(shop)).not.toContain('testName');
  });

  it('deleteTest is refused with a list of every action and step that uses the test', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    await link(shop, { text: 'I buy a mug' });
    await shop.author.test('m1', 'Visit', { actions: [{ type: 'plugTest', test: 't1' }] });
    const { data } = await shop.author.client.failure('deleteTest', place);
    expect(data).toMatchObject({
      uses: [
        { kind: 'action', testCode: 't3' },
        { kind: 'step', text: 'I buy a mug' },
        { kind: 'step', text: 'the shop is open' },
      ],
    });
  });
});

describe('links that others change', () => {
  it('an edit of links.json by somebody else takes effect', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    await editFile(shop.app.folder, LINKS, text => text.replace('the shop is open', 'I buy a mug'));
    await noticed(async () => expect(await steps(shop)).toMatchObject({ 'f1.s1': ['red', 'black'] }));
  });

  it('two links for one text left by a merge are reported, and linking the text again keeps one', async () => {
    await using shop = await openBasket();
    await link(shop, OPEN);
    const second = '{ "text": "the shop is open", "testCode": "t2" }';
    await editFile(shop.app.folder, LINKS, text => text.replace(/\n {2}\]/, `,\n    ${second}\n  ]`));
    const Reply = z.looseObject({ problems: z.array(z.object({ message: z.string() })) });
    await noticed(async () => {
      const { problems } = await shop.author.client.call('getLinks', {}, Reply);
      expect(problems).toMatchObject([{ message: expect.stringMatching(/is linked to t1 and to t2/) }]);
    });
    await link(shop, { ...OPEN, testCode: 't2' });
    expect(await links(shop)).toMatchObject([{ testCode: 't2' }]);
  });
});
