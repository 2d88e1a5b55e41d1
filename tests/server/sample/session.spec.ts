import { describe, expect, it } from 'vitest';
import { createSessionStore } from '../../../server/sample/shop/session.ts';

describe('sessions of the sample shop', () => {
  it('a session is found again by its id', () => {
    const sessions = createSessionStore();
    const first = sessions.open(undefined);
    first.session.wishList.add('enamel-mug');
    expect(sessions.open(first.id).session.wishList).toContain('enamel-mug');
  });

  it('an unknown session id begins an empty session with another id', () => {
    const { id, session } = createSessionStore().open('made-up');
    expect(id).not.toBe('made-up');
    expect(session.basket.size).toBe(0);
  });

  it('the session that was unused for longest is dropped when there are too many', () => {
    const sessions = createSessionStore(2);
    const [first, second] = [sessions.open(undefined), sessions.open(undefined)];
    sessions.open(first.id);
    sessions.open(undefined);
    expect(sessions.open(first.id).session).toBe(first.session);
    expect(sessions.open(second.id).session).not.toBe(second.session);
  });
});
