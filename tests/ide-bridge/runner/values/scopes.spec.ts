import { expect, test } from 'vitest';
import { Concealed, createScopes, LAYERS } from '../../../../ide-bridge/runner/values/scopes.ts';

test('a bare name is found in the nearest layer that has it', () => {
  const everywhere = LAYERS.map(layer => [layer, { name: layer }] as const);
  LAYERS.forEach((layer, index) => {
    const scopes = createScopes(Object.fromEntries(everywhere.slice(index)));
    expect(scopes.find('name')).toEqual({ value: layer, secrets: [] });
  });
});

test('a full name is found only in its group', () => {
  const scopes = createScopes({ var: { a: 1 }, env: { a: 2, b: 3 }, app: { shop: 'http://x' } });
  expect(scopes.find('a', 'env')?.value).toBe(2);
  expect(scopes.find('a', 'var')?.value).toBe(1);
  expect(scopes.find('shop', 'app')?.value).toBe('http://x');
  expect(scopes.find('shop')).toBeUndefined();
  expect(scopes.find('b', 'var')).toBeUndefined();
});

test('a secret is found only by its full name and is marked as one', () => {
  const scopes = createScopes({ secret: { password: 'hunter2!' } });
  expect(scopes.find('password')).toBeUndefined();
  expect(scopes.find('password', 'secret')).toEqual({ value: 'hunter2!', secrets: ['hunter2!'] });
});

test('a value of a layer keeps track of the secrets that went into it', () => {
  const scopes = createScopes({
    secret: { password: 'hunter2!' },
    parameters: { login: new Concealed('ann:hunter2!', ['hunter2!']) },
  });
  expect(scopes.find('login')).toEqual({ value: 'ann:hunter2!', secrets: ['hunter2!'] });
  expect(scopes.secrets()).toEqual(['hunter2!', 'hunter2!']);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('the scopes have no value called %s', name => {
  const scopes = createScopes({ var: {}, env: {} });
  expect(scopes.find(name)).toBeUndefined();
  expect(scopes.find(name, 'env')).toBeUndefined();
});

test('names are listed nearest first and each once', () => {
  const scopes = createScopes({ env: { c: 1, a: 1 }, loop: { b: 1, a: 1 } });
  expect(scopes.names()).toEqual(['b', 'a', 'c']);
  expect(scopes.names('env')).toEqual(['c', 'a']);
});
