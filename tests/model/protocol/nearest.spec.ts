import { describe, expect, it } from 'vitest';
import { byNearness, nearest, nearestNames } from '../../../model/protocol/nearest.ts';

describe('all names by nearness', () => {
  it('begin with those most like the wanted one', () => {
    expect(byNearness('usr', ['total', 'password', 'user', 'User2'])).toEqual(['user', 'User2', 'total', 'password']);
  });

  it('count a dotted name by its last part too', () => {
    expect(byNearness('tokne', ['tone', 'secret.token', 'ton'])).toEqual(['tone', 'secret.token', 'ton']);
    expect(byNearness('token', ['tone', 'secret.token'])).toEqual(['secret.token', 'tone']);
  });

  it('put the very name before one that only holds it', () => {
    expect(byNearness('user', ['username', 'User'])).toEqual(['User', 'username']);
  });

  it('cope with very long names', () => {
    expect(byNearness('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toHaveLength(1);
  });
});

describe('the nearest names', () => {
  it('leave out what is far away, and are few', () => {
    expect(nearestNames('clik', ['fill', 'click', 'dblclick', 'visit'])).toEqual(['click']);
    expect(nearestNames('test', ['test1', 'test2', 'test3', 'test4'])).toHaveLength(3);
    expect(nearest('banana', ['click', 'fill'])).toBeUndefined();
    expect(nearest('z', ['x', 'y'])).toBeUndefined();
    expect(nearest('Z', ['x', 'z'])).toBe('z');
  });

  it('hold another name of the same thing', () => {
    expect(nearest('testCode', ['wait', 'moduleId', 'testId', 'toAction'])).toBe('testId');
    expect(nearest('testId', ['testCode', 'test'])).toBe('testCode');
    expect(nearest('testCode', ['wait', 'moduleCode'])).toBeUndefined();
  });
});
