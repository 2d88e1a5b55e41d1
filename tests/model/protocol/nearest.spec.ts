import { describe, expect, it } from 'vitest';
import { byNearness, nearest, nearestNames } from '../../../model/errors/nearest.ts';

describe('all names by nearness', () => {
  it('the names most similar to the wanted one come first', () => {
    expect(byNearness('usr', ['total', 'password', 'user', 'User2'])).toEqual(['user', 'User2', 'total', 'password']);
  });

  it('a dotted name is also compared by its last part', () => {
    expect(byNearness('tokne', ['tone', 'secret.token', 'ton'])).toEqual(['tone', 'secret.token', 'ton']);
    expect(byNearness('token', ['tone', 'secret.token'])).toEqual(['secret.token', 'tone']);
  });

  it('the name itself comes before one that only contains it', () => {
    expect(byNearness('user', ['username', 'User'])).toEqual(['User', 'username']);
  });

  it('very long names can be compared', () => {
    expect(byNearness('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toHaveLength(1);
  });
});

describe('the nearest names', () => {
  it('the nearest names are few and leave out distant ones', () => {
    expect(nearestNames('clik', ['fill', 'click', 'dblclick', 'visit'])).toEqual(['click']);
    expect(nearestNames('test', ['test1', 'test2', 'test3', 'test4'])).toHaveLength(3);
    expect(nearest('banana', ['click', 'fill'])).toBeUndefined();
    expect(nearest('z', ['x', 'y'])).toBeUndefined();
    expect(nearest('Z', ['x', 'z'])).toBe('z');
  });

  it('another name for the same thing counts as near', () => {
    expect(nearest('testCode', ['wait', 'moduleId', 'testId', 'toAction'])).toBe('testId');
    expect(nearest('testId', ['testCode', 'test'])).toBe('testCode');
    expect(nearest('testCode', ['wait', 'moduleCode'])).toBeUndefined();
  });
});
