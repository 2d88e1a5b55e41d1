import { describe, expect, it } from 'vitest';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import { misfitOf } from '../../../model/locator/judge-stand-in.ts';
import { wordsOfLocator } from '../../../model/locator/locator-words.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';

type Look = Partial<ElementLook>;

const button = ({ name = 'Delete', ...more }: Look = {}): ElementLook => ({
  role: 'button',
  name,
  text: name,
  tag: 'button',
  marks: {},
  ...more,
});
const field = (more: Look): ElementLook => button({ role: 'textbox', tag: 'input', text: '', ...more });

const judge = (
  known: ElementLook | undefined,
  found: ElementLook,
  more: { locator?: string; isInRepriced?: true } = {},
) =>
  misfitOf({
    says: wordsOfLocator(parseLocator(more.locator ?? '#none')),
    known,
    found,
    hasRole: true,
    isInRepriced: more.isInRepriced ?? false,
  });

const id = (value: string) => ({ marks: { id: value } });
const NAMES = 'neither its name nor its text matches';
const NAME = 'its name is another one';
const ROW = 'it is in another row or item';
const KIND = 'it is another kind of element';
const ALIKE = 'nothing tells it from others like it';
const MOVED = 'it is elsewhere on the page';

describe('an element that is not the one that was meant', () => {
  it.each([
    ['its name goes on', button(), button({ name: 'Delete account' }), NAMES],
    ['its name goes on under its id', button(id('d')), button({ name: 'Delete account', ...id('d') }), NAMES],
    [
      'its name is shorter under its id',
      button({ name: 'Pay later', ...id('p') }),
      button({ name: 'Pay', ...id('p') }),
      NAMES,
    ],
    ['its id is used for another name', button(id('d')), button({ name: 'Archive', ...id('d') }), NAMES],
    ['its text is the same, its name goes on', button(), button({ text: 'Delete', name: 'Delete all' }), NAME],
    [
      'only its name told it from others',
      button({ name: 'Delete Ann', text: 'Delete' }),
      button({ name: 'Delete Bob', text: 'Delete' }),
      NAME,
    ],
    ['a sign is another', button({ name: 'Zoom +' }), button({ name: 'Zoom -' }), NAMES],
    ['a sign is part of the word', button({ name: 'C' }), button({ name: 'C++' }), NAMES],
    ['its number is another', button({ name: 'Page 3', ...id('p') }), button({ name: 'Page 4', ...id('p') }), NAMES],
    ['its price is another', button({ name: 'Pay 3 EUR' }), button({ name: 'Pay 4 EUR' }), NAMES],
    [
      'it says nothing but a price',
      button({ name: '3 EUR', ...id('p') }),
      button({ name: '4 EUR', ...id('p') }),
      NAMES,
    ],
    [
      'its field has another label',
      field({ name: 'E-mail', ...id('f1') }),
      field({ name: 'Phone', ...id('f1') }),
      NAMES,
    ],
    ['it is in another row', button({ item: 'Ann' }), button({ item: 'Joanna' }), ROW],
    ['it is in a row of another number', button({ item: 'Order 17' }), button({ item: 'Order 18' }), ROW],
    ['it is a heading', button(), button({ role: 'heading', tag: 'h2' }), KIND],
    ['it is a link without the id', button(id('d')), button({ role: 'link', tag: 'a' }), KIND],
    ['it is a field with the id and the name', button(id('d')), field({ name: 'Delete', ...id('d') }), KIND],
    ['there was another like it', button({ twin: 'inside', ...id('d') }), button(), ALIKE],
    [
      'there was another like it in another container, and its own is another now',
      button({ twin: 'outside', container: 'id=u1' }),
      button({ container: 'id=u2' }),
      ALIKE,
    ],
    ['there is another like it', button(id('d')), button({ twin: 'outside' }), ALIKE],
    ['its id has the next number', button(id('user-1')), button(id('user-2')), 'its id is that of another one'],
    ['it is under another heading', button({ heading: 'Billing' }), button({ heading: 'Shipping' }), MOVED],
    [
      'a sign has another title',
      button({ name: '•', attributes: { title: 'Edit' } }),
      button({ name: '•', attributes: { title: 'Delete' } }),
      'its title is another one',
    ],
    [
      'its address is that of somebody else',
      button({ name: 'Edit', attributes: { href: '/edit/ann' } }),
      button({ name: 'Edit', attributes: { href: '/edit/bob' } }),
      'its address is another one',
    ],
    ['it is disabled now', button(), button({ isDisabled: true }), 'it is disabled'],
    ['the text around it is another one', button({ surroundings: 'Ann' }), button({ surroundings: 'Bob' }), MOVED],
    [
      'it is under another heading with the name of a field',
      field({ name: 'Street', heading: 'Billing', marks: { name: 'street' } }),
      field({ name: 'Street', heading: 'Shipping', marks: { name: 'street' } }),
      MOVED,
    ],
  ])('a fallback does not stand in where %s', (_what, known, found, why) => {
    expect(judge(known, found)).toBe(why);
  });

  it.each([
    ["getByRole('button', { name: 'Save' })", NAMES],
    ["getByRole('button').filter({ hasText: 'Del' })", NAMES],
    ["getByRole('button', { name: 'Delete' }).nth(1)", ALIKE],
    ["getByRole('listitem').first().getByRole('button', { name: 'Delete' })", ALIKE],
  ])('a fallback does not stand in for %s that has never found anything', (locator, why) => {
    expect(judge(undefined, button(), { locator })).toBe(why);
  });

  it.each([
    ["getByTestId('approve-1')", { testId: 'approve-1' }, { testId: 'reject-1' }],
    ["getByTestId('delete')", { testId: 'delete' }, { testId: 'delete-all' }],
    ["getByTitle('Remove').and(getByTestId('x'))", { title: 'Remove' }, { title: 'Remove all' }],
    ['button[name="from"]:not([title=To])', { name: 'from' }, { name: 'to' }],
    ["//form//button[@name='from']", { name: 'from' }, { name: 'to' }],
    ['data-test=approve', { 'data-test': 'approve' }, { 'data-test': 'reject' }],
  ])('a fallback does not stand in for %s, which its attribute contradicts', (locator, was, now) => {
    expect(judge(button({ attributes: was }), button({ attributes: now }), { locator })).toMatch(/ is another one$/);
  });

  it('a fallback does not stand in where the item has another price and nothing else is known of the item', () => {
    expect(judge(button(), button(), { isInRepriced: true })).toBe(MOVED);
    expect(judge(undefined, button(), { isInRepriced: true, locator: "getByText('Delete')" })).toBe(MOVED);
  });
});

describe('an element that is the one that was meant', () => {
  it.each([
    ['nothing but its id is another', button(id('d')), button(id('delete'))],
    ['its name has other case and spaces', button({ name: 'Close dialog' }), button({ name: ' CLOSE  dialog' })],
    ['its count is another', button({ name: 'Basket (2)' }), button({ name: 'Basket (5)' })],
    ['it has an icon now', button({ name: 'Next' }), button({ name: 'Next →' })],
    [
      'its price is another under its id',
      button({ name: 'Tent 3 EUR', ...id('t') }),
      button({ name: 'Tent €4.50', ...id('t') }),
    ],
    ['it is a link with the same id and name', button(id('d')), button({ role: 'link', tag: 'a', ...id('d') })],
    [
      'its label is another, and its id says the old one',
      field({ name: 'Surname', ...id('surname') }),
      field({ name: 'Family name', ...id('surname') }),
    ],
    ['its row is the same', button({ item: 'Ann' }), button({ item: 'Ann' })],
    [
      'there are others like it, and its container is the same',
      button({ twin: 'outside', container: 'id=u1' }),
      button({ twin: 'outside', container: 'id=u1' }),
    ],
    [
      'there was another like it, and its id is the same',
      button({ twin: 'inside', ...id('d') }),
      button({ twin: 'inside', ...id('d') }),
    ],
    [
      'it is under another heading, and its id is the same',
      button({ heading: 'One', ...id('d') }),
      button({ heading: 'Two', ...id('d') }),
    ],
  ])('a fallback stands in where %s', (_what, known, found) => {
    expect(judge(known, found)).toBeUndefined();
  });

  it.each([
    ["getByTestId('user-delete')", { testId: 'user-delete' }, { testId: 'deleteUserButton' }],
    ["getByTestId('delete')", { testId: 'delete' }, {}],
    ["getByTitle('Remove')", { title: 'Remove' }, { title: 'REMOVE …' }],
    ['[href="/list"]', { href: '/list' }, { href: 'http://localhost/list/' }],
    ['button:not([name=to]), [name=from]', { name: 'from' }, {}],
    ["[data-testid^='del']", { 'data-testid': 'delete' }, { 'data-testid': 'delete-button' }],
  ])('a fallback stands in for %s, whose attribute only has another form', (locator, was, now) => {
    expect(judge(button({ attributes: was }), button({ attributes: now }), { locator })).toBeUndefined();
  });

  it('a fallback stands in where the item has another price and is known by its name', () => {
    expect(judge(button({ item: 'Tent' }), button({ item: 'Tent' }), { isInRepriced: true })).toBeUndefined();
  });

  it('a fallback stands in for a locator that has never found anything and says the name', () => {
    expect(judge(undefined, button(), { locator: "getByRole('button', { name: 'delete' })" })).toBeUndefined();
  });
});
