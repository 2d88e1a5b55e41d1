import { expect, it } from 'vitest';
import { changeFeatures } from '../../../server/feature-sync/change-features.ts';
import { featureFile } from '../../../server/store/edits/stored.ts';
import { featuresOf } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const ANN = { id: 'ann', name: 'Ann' };

/** Changes the features while somebody else changes them as often as he likes. */
function changeBeside({ app, author }: Shop, times: number) {
  const store = app.service.workspace.project('shop')?.store;
  const content = store?.content.versions.get('main');
  if (store === undefined || content === undefined) throw new Error('There is no project.');
  let rounds = 0;
  return changeFeatures(store, {
    content,
    actor: ANN,
    plan: async (_content, catalog) => {
      rounds += 1;
      if (rounds <= times) await author.do('createFeature', { name: `Theirs ${rounds}` });
      const source = featureFile('mine.feature', `Feature: Mine beside ${catalog.length}\n`);
      return { result: rounds, title: 'write', changes: { written: [{ source, entry: undefined, origin: 'local' }] } };
    },
  });
}

it('a change of features is planned again when somebody else was faster', async () => {
  await using shop = await openShop();
  expect(await changeBeside(shop, 2)).toEqual({ result: 3, isDone: true });
  const names = (await featuresOf(shop.author)).map(({ name }) => name);
  expect(names.sort()).toEqual(['Mine beside 2', 'Theirs 1', 'Theirs 2']);
});

it('a change of features is refused as busy when the features never stop changing', async () => {
  await using shop = await openShop();
  await expect(changeBeside(shop, 100)).rejects.toMatchObject({ kind: 'busy' });
  const names = (await featuresOf(shop.author)).map(({ name }) => name);
  expect(names.filter(name => name.startsWith('Mine'))).toEqual([]);
});
