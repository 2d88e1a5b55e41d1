import { expect, test } from 'vitest';
import { fittingTabs } from '../../../ide-bridge/runner/page/tabs.ts';

const tabs = [
  { url: 'http://shop.test/', title: 'Shop' },
  { url: 'http://shop.test/basket?x=1', title: 'Shop basket' },
  { url: 'http://other.test/', title: '2' },
  { url: 'about:blank', title: '' },
];

test.each<[string, number[]]>([
  ['0', [0]],
  ['2', [2]],
  ['4', []],
  ['Shop', [0]],
  ['Shop*', [0, 1]],
  ['*basket', [1]],
  ['http://shop.test/', [0]],
  ['/', [0]],
  ['/basket', [1]],
  ['*/basket?*', [1]],
  ['test', [0, 1, 2]],
  ['basket', [1]],
  ['about:blank', [3]],
  ['Basket', []],
])('the wanted tab “%s” matches the tab indexes %j', (wanted, indexes) => {
  expect(fittingTabs(wanted, tabs, 'http://shop.test/')).toEqual(indexes.map(index => tabs[index]));
});
