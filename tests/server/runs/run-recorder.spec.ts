import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseEnvelope } from '@cucumber/messages';
import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { createRedactor, REDACTED } from '../../../model/values/redactor.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import type { FinishedRun, WatchedRunEvent } from '../../../server/runs/record/run-watcher.ts';
import { action, ended, FAILED_ASSERT, FAILED_CLICK, MACHINE, planned, planOf, STARTED_AT } from './run-fixture.ts';
import { startRecorder } from './start-recorder.ts';

const logIn = planned('t1', 'Log in');
const pay = planned('t2', 'Pay');
const PATIENT = { timeout: 10_000 };
const PIXEL = new Uint8Array([137, 80, 78, 71]);

/** The runs as another process finds them. */
const fromDisk = ({ folder }: RunArchive) => new RunArchive(folder);

async function allText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const texts = await Promise.all(files.map(file => readFile(join(file.parentPath, file.name), 'utf8')));
  return [...entries.map(entry => entry.name), ...texts].join('\n');
}

describe('createRunRecorder', () => {
  it('a paused run is recorded as paused, and watchers learn of it', async () => {
    const told: string[] = [];
    const watcher = { progress: ({ kind }: { kind: string }) => void told.push(kind), finished: () => {} };
    await using run = await startRecorder(planOf([logIn]), { watchers: [watcher] });
    const { archive, runId, recorder } = run;
    recorder.progress({ kind: 'paused' });
    expect(await archive.read(runId)).toMatchObject({ state: 'paused' });
    recorder.progress({ kind: 'resumed' });
    expect(await archive.read(runId)).toMatchObject({ state: 'running' });
    expect(told).toEqual(['run-started', 'paused', 'resumed']);
    await recorder.finished({ outcome: 'passed', elapsedMs: 1 });
  });

  it('a run is stored while it is under way, and completely with its messages at the end', async () => {
    await using run = await startRecorder(planOf([logIn, pay]));
    const { archive, runId, clock, recorder } = run;
    expect(await archive.read(runId)).toMatchObject({ state: 'running', items: [] });
    await vi.waitFor(() => fromDisk(archive).read(runId), PATIENT);

    recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    const passed = action(0, 'Go to /');
    recorder.progress({ kind: 'action-finished', itemIndex: 0, result: passed });
    clock.pass(20);
    recorder.progress({ kind: 'item-finished', itemIndex: 0, item: ended(logIn, [passed], { ms: 20.123 }) });
    recorder.progress({ kind: 'item-started', itemIndex: 1, item: pay });
    recorder.progress({ kind: 'item-finished', itemIndex: 1, item: ended(pay, [action(0, 'Check', FAILED_ASSERT)]) });
    clock.pass(500);
    await recorder.finished({ outcome: 'failed', elapsedMs: 520.04, browser: 'chromium' });

    expect(await fromDisk(archive).read(runId)).toMatchObject({
      state: 'failed',
      title: 'Shop › All',
      environment: 'Staging',
      browser: 'chromium',
      startedBy: 'Ann',
      startedAt: new Date(STARTED_AT).toISOString(),
      finishedAt: new Date(STARTED_AT + 520).toISOString(),
      elapsedMs: 520,
      items: [
        { title: 'Log in', moduleName: 'Shop', state: 'passed', ms: 20.1, startedAt: '2026-01-02T03:04:05.678Z' },
        { title: 'Pay', state: 'failed', startedAt: '2026-01-02T03:04:05.698Z', actions: [FAILED_ASSERT] },
      ],
    });
    const lines = (await readFile(archive.path(runId, 'messages.ndjson'), 'utf8')).trimEnd().split('\n');
    const messages = lines.map(parseEnvelope);
    expect(messages[0]?.meta?.implementation).toEqual({ name: 'steploom', version: '1.2.3' });
    expect(messages.at(-1)?.testRunFinished?.success).toBe(false);
    expect(messages.filter(({ testCaseFinished }) => testCaseFinished)).toHaveLength(2);
  });

  it('a run that is cut off in the middle keeps what happened until then', async () => {
    await using run = await startRecorder(planOf([logIn, pay]));
    const { archive, runId, clock, recorder } = run;
    recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    recorder.progress({ kind: 'item-finished', itemIndex: 0, item: ended(logIn, [action(0, 'Go to /')]) });
    recorder.progress({ kind: 'item-started', itemIndex: 1, item: pay });
    clock.pass(40);
    recorder.progress({ kind: 'action-finished', itemIndex: 1, result: action(0, 'Go to /cart') });
    const items = [{ state: 'passed' }, { title: 'Pay', ms: 40, actions: [{ title: 'Go to /cart' }] }];
    expect(await archive.read(runId)).toMatchObject({ state: 'running', items });
    expect((await archive.read(runId)).items[1]?.state).toBe('running');

    const afterCrash = await vi.waitFor(async () => {
      const stored = await fromDisk(archive).read(runId);
      expect(stored).toMatchObject({ state: 'error', reason: 'Steploom ended while the run went on.', items });
      return stored;
    }, PATIENT);
    expect(afterCrash.items[1]?.state).toBe('stopped');
    expect(runMessages(afterCrash, MACHINE).at(-1)?.testRunFinished?.success).toBe(false);
  });

  it('a finished run names every planned test, even when the browser never started', async () => {
    await using run = await startRecorder(planOf([logIn, pay]));
    await run.recorder.finished({ outcome: 'error', reason: 'No browser was found.', elapsedMs: 5 });
    expect(await fromDisk(run.archive).read(run.runId)).toMatchObject({
      state: 'error',
      items: [
        { title: 'Log in', state: 'error', error: { message: 'No browser was found.' }, actions: [] },
        { title: 'Pay', state: 'skipped' },
      ],
    });
  });

  it('a run that is said to have ended has its pages', async () => {
    await using run = await startRecorder(planOf([logIn]));
    const { archive, runId, recorder } = run;
    const path = archive.path(runId, 'of-item');
    await writeFile(path, '{"type":"event"}\n'.repeat(100_000));
    await recorder.trace?.([{ name: 'trace.trace', path }]);
    const finished = recorder.finished({ outcome: 'passed', elapsedMs: 1 });
    while (recorder.run().state === 'running') await nextTurn();
    expect(await readdir(archive.path(runId))).toContain('trace.zip');
    await finished;
  });

  it('what two tests have loaded is kept, though the pages of the first could not be read', async () => {
    await using run = await startRecorder(planOf([logIn, pay]));
    const { archive, runId, recorder } = run;
    const path = archive.path(runId, 'loaded');
    await writeFile(path, 'p { margin: 0 }');
    const loaded = { name: 'resources/loaded.css', path };
    await recorder.trace?.([{ name: 'trace.trace', path: archive.path(runId, 'gone') }, loaded]);
    await recorder.trace?.([loaded]);
    await recorder.finished({ outcome: 'passed', elapsedMs: 1 });
    const files = unzipSync(await readFile(archive.path(runId, 'trace.zip')));
    expect(Object.keys(files)).toEqual(['resources/loaded.css']);
  });

  it('stopping a run marks the test under way as stopped', async () => {
    await using run = await startRecorder(planOf([logIn, pay]));
    run.recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    run.recorder.progress({ kind: 'action-finished', itemIndex: 0, result: action(0, 'Go to /') });
    await run.recorder.finished({ outcome: 'stopped', reason: 'The run was stopped by Ann.', elapsedMs: 5 });
    expect((await fromDisk(run.archive).read(run.runId)).items).toMatchObject([
      { state: 'stopped', actions: [{ title: 'Go to /' }] },
      { state: 'skipped' },
    ]);
  });

  it('actions of a plugged test are kept in the record but not in the messages', async () => {
    await using run = await startRecorder(planOf([logIn]));
    const plug = action(0, 'Plug test case t9', {
      type: 'plugTest',
      actions: [action(0, 'Inner click', { round: 2 })],
    });
    run.recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    run.recorder.progress({ kind: 'item-finished', itemIndex: 0, item: ended(logIn, [plug]) });
    await run.recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    const [item] = (await fromDisk(run.archive).read(run.runId)).items;
    expect(item?.actions[0]?.actions).toMatchObject([{ title: 'Inner click', round: 2 }]);
    const messages = await readFile(run.archive.path(run.runId, 'messages.ndjson'), 'utf8');
    expect(messages).toContain('Plug test case t9');
    expect(messages).not.toContain('Inner click');
  });

  it('each picture gets a file of its own, whatever it is called', async () => {
    await using run = await startRecorder(planOf([logIn]));
    const { recorder, archive, runId } = run;
    const files = [
      await recorder.picture('a1', PIXEL, 'png'),
      await recorder.picture('a1', PIXEL, 'jpeg'),
      await recorder.picture('../../über uns', PIXEL, 'png'),
      await recorder.picture('***', PIXEL, 'png'),
    ];
    expect(files).toEqual([
      'screenshots/1-a1.png',
      'screenshots/2-a1.jpg',
      'screenshots/3-über-uns.png',
      'screenshots/4-picture.png',
    ]);
    for (const file of files) expect(new Uint8Array(await readFile(archive.path(runId, file)))).toEqual(PIXEL);
  });

  it('no secret that was observed reaches the disk or a watcher, and what the project stores stays as it is', async () => {
    const secret = 'main t1 r1 m1';
    const news: WatchedRunEvent[] = [];
    const ends: FinishedRun[] = [];
    const item = planned('t1', 'Log in as Staging', {
      row: { index: 0, values: { pin: 48_151_623 } },
      tags: ['4815-secret-tag'],
    });
    const watcher = {
      progress: (event: WatchedRunEvent) => news.push(event),
      finished: (end: FinishedRun) => void ends.push(end),
    };
    const redact = createRedactor([secret, '48151623', '4815-secret-tag', 'Staging', 'main', 'click', 'error']);
    await using run = await startRecorder(planOf([item], { title: 'Shop › Staging' }), {
      redact,
      watchers: [watcher],
    });
    const { recorder, archive, runId } = run;
    const screenshot = await recorder.picture(secret, PIXEL, 'png');
    const error = { message: secret, expected: secret, actual: `"${secret}"`, candidates: [secret], log: [secret] };
    const inner = action(0, `Type “${secret}”`, { state: 'error', error, screenshot });
    const outer = action(0, secret, { type: 'plugTest', state: 'error', error, actions: [inner] });
    recorder.progress({ kind: 'item-started', itemIndex: 0, item });
    recorder.progress({ kind: 'action-finished', itemIndex: 0, result: outer });
    await vi.waitFor(async () => expect((await fromDisk(archive).read(runId)).items).toHaveLength(1), PATIENT);
    const underWay = await allText(archive.folder);
    recorder.progress({ kind: 'item-finished', itemIndex: 0, item: ended(item, [outer], { error }) });
    await recorder.finished({ outcome: 'error', reason: `It typed ${secret}.`, elapsedMs: 5 });

    for (const text of [underWay, await allText(archive.folder), JSON.stringify([news, ends])]) {
      expect(text).not.toContain(secret);
      expect(text).toContain(REDACTED);
    }
    expect(news.map(({ kind }) => kind)).toEqual(['run-started', 'item-started', 'action-finished', 'item-finished']);
    expect(await fromDisk(archive).read(runId)).toMatchObject({
      versionId: 'main',
      state: 'error',
      title: 'Shop › Staging',
      items: [
        {
          title: 'Log in as Staging (row 1)',
          tags: ['4815-secret-tag'],
          row: { index: 0, values: { pin: 48_151_623 } },
        },
      ],
    });
  });

  it('a run ends normally on a failing disk, warns once of each loss and names no lost picture', async () => {
    const ends: FinishedRun[] = [];
    await using run = await startRecorder(planOf([logIn]), { watchers: [{ finished: end => void ends.push(end) }] });
    const { archive, warnings, recorder } = run;
    await vi.waitFor(() => fromDisk(archive).read(run.runId), PATIENT);
    await rm(archive.folder, { recursive: true });
    await writeFile(archive.folder, 'not a folder');
    recorder.progress({ kind: 'item-started', itemIndex: 0, item: logIn });
    const screenshot = await recorder.picture('a1', PIXEL, 'png');
    await recorder.picture('a2', PIXEL, 'png');
    const file = await recorder.file('a.csv', PIXEL);
    const error = { message: 'It differs.', pictures: { expected: screenshot, actual: screenshot } };
    const click = action(0, 'Click', { ...FAILED_CLICK, error, screenshot, file });
    recorder.progress({ kind: 'item-finished', itemIndex: 0, item: ended(logIn, [click]) });
    await recorder.finished({ outcome: 'error', elapsedMs: 5 });

    const lost = ['a picture', 'a download', 'its record', 'its console', 'its messages', 'the pruning of old runs'];
    // Record and console are written side by side.
    expect(warnings.toSorted()).toEqual(lost.map(what => `Run r1 goes on, but ${what} failed (ENOTDIR).`).toSorted());
    expect(recorder.run()).toMatchObject({ state: 'error', items: [{ state: 'error' }] });
    for (const name of ['screenshot', 'file']) expect(recorder.run().items[0]?.actions[0]).not.toHaveProperty(name);
    expect(recorder.run().items[0]?.actions[0]?.error).toEqual({ message: 'It differs.' });
    expect(ends.map(end => end.run.state)).toEqual(['error']);
  });

  it('a watcher that throws does not change the run', async () => {
    const fail = () => {
      throw new Error('no');
    };
    await using run = await startRecorder(planOf([]), { watchers: [{ progress: fail, finished: fail }] });
    await run.recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    expect(await fromDisk(run.archive).read(run.runId)).toMatchObject({ state: 'passed' });
    expect(run.warnings).toEqual(['Run r1 goes on, but what a watcher makes of it failed (no).']);
  });

  it('the end of a run deletes older runs beyond the number that the project keeps', async () => {
    await using run = await startRecorder(planOf([], { settings: { retention: { runs: 2 } } }));
    await run.archive.begin();
    await run.archive.begin();
    await run.recorder.finished({ outcome: 'passed', elapsedMs: 5 });
    expect(await run.archive.list()).toEqual(['r3', 'r2']);
  });
});
