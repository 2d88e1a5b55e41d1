/** Elements are looked for in the window of whoever acts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { ValidatedActions } from './validated-actions.ts';

const button = (name: string) => `getByRole('button', { name: '${name}' })`;
const ask = { type: 'click', locator: button('Ask') };
const answer = { type: 'click', locator: button('Answer'), actor: 'Seller' };

describe('validateActions for several actors', () => {
  let pages: ServedPages;
  let shop: Shop;
  const validate = async (...actions: unknown[]) =>
    shop.author.client.call('validateActions', { moduleCode: 'm1', testCode: 't1', actions }, ValidatedActions);

  beforeAll(async () => {
    pages = await servePages({
      '/': '<title>Room</title><button>Ask</button>',
      '/desk': '<title>Desk</title><button>Answer</button>',
    });
    shop = await openShop({ appUrl: pages.url });
    await shop.author.module('A');
    await shop.author.test('m1', 'Deal', { actors: [{ name: 'Buyer' }, { name: 'Seller' }, { name: 'Judge' }] });
  });

  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await pages[Symbol.asyncDispose]();
  });

  it('looks in the first window for rows of the first actor, named or not, before any other is open', async () => {
    await shop.author.do('navigateUrl', { url: '/' });
    const { actions, url, hint } = await validate(ask, { ...ask, actor: 'Buyer' });
    expect([actions.map(({ matches }) => matches), url, hint]).toEqual([[1, 1], `${pages.url}/`, undefined]);
  });

  it('says whose window is not open, and looks for the elements of the others', async () => {
    const { actions, url, hint } = await validate(ask, answer, { type: 'comment', text: 'Bye', actor: 'Judge' });
    expect([actions[0]?.matches, actions[1]?.matches, url]).toEqual([1, undefined, `${pages.url}/`]);
    expect(hint).toMatch(/^The window of “Seller” is not open.*navigateUrl \{actor\}/);
    expect(actions.map(({ notChecked }) => notChecked)).toEqual([
      undefined,
      'The window of “Seller” is not open.',
      undefined,
    ]);
  });

  it('looks for each element in the window of whoever acts', async () => {
    await shop.author.do('navigateUrl', { url: '/desk', actor: 'Seller' });
    const { actions, url, hint } = await validate(
      ask,
      answer,
      { ...answer, actor: 'Buyer' },
      { ...ask, actor: 'Seller' },
    );
    expect(actions.map(({ matches }) => matches)).toEqual([1, 1, 0, 0]);
    expect([url, hint]).toEqual([`${pages.url}/`, undefined]);
    const alone = await validate(answer, { ...ask, locator: button('Aks'), actor: 'Seller' });
    expect([alone.actions[0]?.matches, alone.url]).toEqual([1, `${pages.url}/desk`]);
  });

  it('stops looking only in the window of whoever goes to another page', async () => {
    const { actions } = await validate({ type: 'visit', url: '/', actor: 'Seller' }, ask, answer);
    expect(actions.map(({ matches }) => matches)).toEqual([undefined, 1, undefined]);
    expect(actions[2]?.notChecked).toMatch(/^Action 1 .* leads to another page/);
    const stays = await validate({ type: 'visit', url: '/desk', actor: 'Seller' }, answer);
    expect(stays.actions[1]?.matches).toBe(1);
  });

  it('blames nobody for an element that an action of somebody else may bring', async () => {
    const late = { ...answer, locator: button('Accept') };
    const { actions } = await validate(ask, late);
    expect(actions[1]).not.toHaveProperty('error');
    expect(actions[1]?.notChecked).toMatch(/That may be different after Action 1/);
    expect((await validate(late)).actions[0]?.error?.message).toMatch(/No element matches button “Accept” on .*\/desk/);
  });
});
