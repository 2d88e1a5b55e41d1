import { expect, it } from 'vitest';
import { ACTION_KINDS } from '../../../model/actions/index.ts';

it.each([
  ['no', ['fill', 'scroll', 'assert', 'extract', 'wait', 'screenshot', 'expectRequest']],
  ['no', ['comment', 'dialog', 'download', 'mock', 'request', 'pause', 'group', 'if', 'else', 'loop', 'end']],
  [
    'maybe',
    [
      'click',
      'dblclick',
      'rightClick',
      'press',
      'select',
      'check',
      'uncheck',
      'drag',
      'script',
      'reload',
      'hover',
      'upload',
    ],
  ],
  ['yes', ['visit', 'goBack', 'goForward', 'newTab', 'switchTab', 'closeTab', 'plugTest']],
])('leavesPage is “%s” for the actions %j', (leavesPage, types) => {
  const kinds = Object.values(ACTION_KINDS).filter(({ type }) => types.includes(type));
  expect(kinds.map(kind => [kind.type, kind.leavesPage]).toSorted()).toEqual(
    types.map(type => [type, leavesPage]).toSorted(),
  );
});
