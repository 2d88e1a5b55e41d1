// @module-tag full
import { afterEach, describe, expect, test } from 'vitest';
import { note, PausedRuns } from './paused-run.ts';
import { type ActionInput, useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title>' });
const runs = new PausedRuns(runner);

afterEach(() => runs.stop());

const end = { type: 'end' };
const group = (title: string) => ({ type: 'group', title });

/** Edits of a test by the positions of its actions. */
const edits = (testCode: string) => {
  const place = { moduleCode: runner.moduleCode, testCode };
  return {
    insert: (actionIndex: number, ...actions: ActionInput[]) =>
      runner.call('createActions', { ...place, actionIndex, actions }),
    rename: (actionIndex: number, text: string) => runner.call('editAction', { ...place, actionIndex, text }),
    edit: (actionIndex: number, fields: object) => runner.call('editAction', { ...place, actionIndex, ...fields }),
    remove: (actionIndex: number) => runner.call('deleteAction', { ...place, actionIndex }),
    move: (actionIndex: number, to: number) => runner.call('moveAction', { ...place, actionIndex, to }),
  };
};

/** Writes a test and has it paused before an action. */
async function pausedAt(index: number, actions: readonly ActionInput[], options: object = {}) {
  const code = await runner.write(actions);
  await runs.breakAt(code, index);
  await runs.start(code, options);
  return { code, ...edits(code) };
}

const letters = (text: string) => [...text].map(note);
const rest = async () => {
  expect(await runs.resume()).toBe('passed');
  return runs.performed();
};

describe('edits of a paused test', () => {
  test('a resumed run uses edits of the action it is paused before and of later ones', async () => {
    const { rename } = await pausedAt(1, letters('ABC'));
    await rename(1, 'b');
    await rename(2, 'c');
    expect(await runner.status()).toMatchObject({ action: { actionIndex: 1, title: 'b' } });
    expect(await rest()).toEqual(['A', 'b', 'c']);
  });

  test('a resumed run performs actions inserted after its place, but not those inserted before it', async () => {
    const { insert } = await pausedAt(1, letters('ABC'));
    await insert(3, note('D'));
    await insert(2, note('x'));
    await insert(1, note('recorded'));
    expect(await runner.status()).toMatchObject({ action: { actionIndex: 2, title: 'B' } });
    expect(await rest()).toEqual(['A', 'B', 'x', 'C', 'D']);
    expect(await runner.status()).toMatchObject({ done: 6, total: 6 });
  });

  test('a resumed run leaves out deleted actions, even the one it is paused before', async () => {
    const { remove } = await pausedAt(1, letters('ABCD'));
    await remove(2);
    await remove(1);
    expect(await runner.status()).toMatchObject({ action: { actionIndex: 1, title: 'D' } });
    expect(await rest()).toEqual(['A', 'D']);
  });

  test('a resumed run performs what replaces the action it is paused before', async () => {
    const { remove, insert } = await pausedAt(1, letters('ABC'));
    await remove(1);
    await insert(1, note('instead'));
    expect(await runs.place()).toBe('instead');
    expect(await runs.resume('step-over')).toBe('C');
    expect(await rest()).toEqual(['A', 'instead', 'C']);
  });

  test('a resumed run continues from where the action it is paused before was moved to', async () => {
    const { move } = await pausedAt(1, letters('ABCD'));
    await move(1, 2);
    expect(await rest()).toEqual(['A', 'B', 'D']);
  });

  test('a resumed run keeps its place when the actions it has performed are deleted', async () => {
    const { remove } = await pausedAt(2, letters('ABCD'));
    await remove(0);
    await remove(0);
    expect(await runner.status()).toMatchObject({ action: { actionIndex: 0, title: 'C' } });
    expect(await rest()).toEqual(['A', 'B', 'C', 'D']);
  });

  test('a resumed run ends when all its remaining actions are deleted', async () => {
    const { remove } = await pausedAt(1, letters('AB'));
    await remove(1);
    expect((await runner.status()).action).toBeUndefined();
    expect(await rest()).toEqual(['A']);
  });

  test('a resumed run leaves out the action it is paused before once that is disabled', async () => {
    const { edit } = await pausedAt(1, letters('ABC'));
    await edit(1, { disabled: true });
    expect(await runs.place()).toBe('C');
    expect(await rest()).toEqual(['A', 'C']);
  });
});

describe('edits in blocks and plugged tests', () => {
  test('a run paused in a block uses edits inside the block and after it', async () => {
    const { insert, remove } = await pausedAt(2, [group('G'), note('A'), note('B'), end, note('C'), note('D')]);
    await remove(5);
    await insert(4, note('behind'));
    await insert(3, note('inside'));
    expect(await rest()).toEqual(['G', 'A', 'B', 'inside', 'behind', 'C']);
  });

  test('later rounds of a loop use the edits as well', async () => {
    const { rename, insert } = await pausedAt(1, [{ type: 'loop', times: 2 }, note('A'), end]);
    await rename(1, 'a');
    await insert(2, note('b'));
    await runner.call('clearBreakpoints');
    expect(await rest()).toEqual(['Loop 2 times', 'a', 'b', 'a', 'b']);
  });

  test('a plugged test uses its edits at once and the next time it runs', async () => {
    const inner = await runner.write(letters('AB'));
    const plug = { type: 'plugTest', test: inner };
    const code = await runner.write([plug, plug, note('C')]);
    await runs.breakAt(inner, 1);
    await runs.start(code);
    await edits(inner).rename(1, 'b');
    await edits(inner).insert(2, note('c'));
    await edits(code).rename(2, 'end');
    await runner.call('clearBreakpoints');
    const performed = await rest();
    expect(performed.filter(title => !title.startsWith('Plug'))).toEqual(['A', 'b', 'c', 'A', 'b', 'c', 'end']);
  });

  test('a paused run waits while its block lacks an end, and keeps its place when the block is removed', async () => {
    const { remove } = await pausedAt(2, [group('G'), note('A'), note('B'), note('C'), end, note('D')]);
    await remove(4);
    // Without its end the block is a problem: the run waits for it to be mended.
    const { data } = await runner.app.client.failure('resumeTest', {});
    expect(data.reason).toBe('invalid-project');
    expect(await runner.status()).toMatchObject({ state: 'paused' });
    await remove(0);
    expect(await rest()).toEqual(['G', 'A', 'B', 'C', 'D']);
  });

  test('a plugged test ends where it is paused when it is deleted, and the run goes on', async () => {
    const inner = await runner.write(letters('AB'));
    const code = await runner.write([{ type: 'plugTest', test: inner }, note('C')]);
    await runs.breakAt(inner, 1);
    await runs.start(code);
    await edits(code).remove(0);
    await runner.call('deleteTest', { moduleCode: runner.moduleCode, testCode: inner });
    expect((await rest()).slice(-2)).toEqual(['A', 'C']);
  });
});

test('a run up to an action still ends there after others are inserted before it', async () => {
  const { insert } = await pausedAt(1, letters('ABCD'), { toAction: 2 });
  await insert(2, note('x'));
  expect(await rest()).toEqual(['A', 'B', 'x', 'C']);
  expect(await runner.status()).toMatchObject({ done: 4, total: 4 });
});

test('edits made while a run is not paused do not affect it', async () => {
  const code = await runner.write([
    { type: 'wait', until: 'script', value: 'document.title === "go"', timeoutMs: 60_000 },
    note('B'),
  ]);
  await runner.call('navigateUrl', { url: '/' });
  await runner.call('runTest', { testId: code, context: 'live' });
  await runner.until(({ state }) => state === 'running');
  await edits(code).rename(1, 'b');
  const { app } = runner;
  await app.service.workspace.project('shop')?.settled();
  await runner.call('pauseTest', { wait: 0 });
  await runner.call('stopTest');
  expect((await runner.results()).actions.map(({ title }) => title)[1]).toBe('B');
});
