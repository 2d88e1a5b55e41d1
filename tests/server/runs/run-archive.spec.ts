import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunId } from '../../../model/names/codes.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { RunRecord } from '../../../server/runs/record/run-record.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { planned, planOf, STARTED_AT } from './run-fixture.ts';

const [r1, r9] = [RunId.parse('r1'), RunId.parse('r9')];

function runNamed(runId: RunId) {
  const plan = planOf([planned('t1', 'Log in')], { runId });
  return new RunRecord({ plan, startedBy: 'Ann', startedAt: STARTED_AT, processId: 1, redact: text => text }).snapshot(
    STARTED_AT,
  );
}

describe('RunArchive', () => {
  it('each run gets a number of its own, even when two archives begin runs at once', async () => {
    await using folder = await temporaryDirectory();
    const [one, two] = [new RunArchive(join(folder.path, 'runs')), new RunArchive(join(folder.path, 'runs'))];
    const ids = await Promise.all([one.begin(), two.begin(), one.begin(), two.begin()]);
    expect(ids.toSorted()).toEqual(['r1', 'r2', 'r3', 'r4']);
    await one.remove(r1);
    expect(await two.begin()).toBe('r5');
  });

  it('the messages of a run are read back, and missing or damaged ones are reported', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(join(folder.path, 'runs'));
    const runId = await archive.begin();
    await expect(archive.readMessages(runId)).rejects.toMatchObject({ kind: 'not-found' });
    await archive.saveMessages(runId, ['{"meta":{}}', '{"pickle":{}}']);
    expect(await archive.readMessages(runId)).toEqual([{ meta: {} }, { pickle: {} }]);
    await archive.saveMessages(runId, ['{"meta":{}}', '{"pick']);
    await expect(archive.readMessages(runId)).rejects.toMatchObject({
      kind: 'damaged-file',
      message: 'r1/messages.ndjson, line 2 cannot be read.',
    });
  });

  it('the number of a deleted run is not used again', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(join(folder.path, 'runs'));
    for (let count = 0; count < 3; count++) await archive.begin();
    for (const runId of await archive.list()) await archive.remove(runId);
    expect(await archive.list()).toEqual([]);
    const next = await new RunArchive(archive.folder).begin();
    expect(next).toBe('r4');
    await archive.remove(next);
    expect(await archive.begin()).toBe('r5');
    expect(await archive.list()).toEqual(['r5']);
  });

  it('a finished run is read only once and read again only when its file was replaced', async () => {
    await using folder = await temporaryDirectory();
    const [archive, other] = [new RunArchive(folder.path), new RunArchive(folder.path)];
    const runId = await archive.begin();
    const ended = { ...runNamed(runId), state: 'passed' as const };
    await archive.save(ended);
    expect(await archive.read(runId)).toBe(await archive.read(runId));
    expect(await archive.summary(runId)).toMatchObject({ runId, state: 'passed' });
    await other.save({ ...ended, title: 'Another' });
    expect((await archive.read(runId)).title).toBe('Another');
    expect(await archive.summary(runId)).toMatchObject({ title: 'Another' });
    await archive.remove(runId);
    expect(await archive.summary(runId)).toBeUndefined();
  });

  it('a missing run is reported differently from one that cannot be read', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(folder.path);
    const runId = await archive.begin();
    await expect(archive.read(runId)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(archive.remove(r9)).rejects.toMatchObject({ kind: 'not-found' });
    await archive.save(runNamed(runId));
    expect(await archive.read(runId)).toMatchObject({ runId, title: 'Shop › All' });
    await writeFile(archive.path(runId, 'run.json'), '{"format":1');
    await expect(archive.read(runId)).rejects.toMatchObject({ kind: 'damaged-file' });
    expect(await archive.readIfWhole(runId)).toBeUndefined();
  });

  it('a run counts as running while its process lives and as ended when the process is gone', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(folder.path);
    const runId = await archive.begin();
    const read = async (processId: number, reader = archive) => {
      await archive.save({ ...runNamed(runId), elapsedMs: 1_500, processId });
      return reader.read(runId);
    };
    expect(await read(process.pid)).toMatchObject({ state: 'running', processId: process.pid });
    expect(await read(process.ppid, new RunArchive(folder.path))).toMatchObject({ state: 'running' });
    const end = {
      state: 'error',
      reason: 'Steploom ended while the run went on.',
      finishedAt: new Date(STARTED_AT + 1_500).toISOString(),
    };
    const gone = await read(spawnSync(process.execPath, ['-e', '']).pid);
    expect(gone).toMatchObject(end);
    expect(gone).not.toHaveProperty('processId');
    expect(await read(process.pid, new RunArchive(folder.path))).toMatchObject(end);
  });

  it('the oldest runs beyond the size limit are deleted, but never the newest', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(folder.path);
    for (let count = 0; count < 4; count++)
      await archive.keepFile(await archive.begin(), 'screenshots/1.png', new Uint8Array(400_000));
    await archive.prune({ megabytes: 1 });
    expect(await archive.list()).toEqual(['r4', 'r3']);
    await archive.keepFile(await archive.begin(), 'screenshots/1.png', new Uint8Array(2_000_000));
    await archive.prune({ megabytes: 1 });
    expect(await archive.list()).toEqual(['r5']);
  });

  it('a run that goes beyond the size kept takes its trace along', { tags: ['full'] }, async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(folder.path);
    for (let count = 0; count < 3; count++)
      await archive.keepFile(await archive.begin(), 'trace.zip', new Uint8Array(400_000));
    await archive.prune({ megabytes: 1 });
    expect(await archive.list()).toEqual(['r3', 'r2']);
    const left = await readdir(folder.path, { recursive: true });
    expect(left.filter(name => name.endsWith('trace.zip')).sort()).toEqual([
      join('r2', 'trace.zip'),
      join('r3', 'trace.zip'),
    ]);
  });

  it('an archive remembers how large runs of long ago are, and forgets those that it deletes', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(folder.path);
    const sizes = async () => JSON.parse(await readFile(join(folder.path, 'sizes.json'), 'utf8'));
    for (let count = 0; count < 5; count++)
      await archive.keepFile(await archive.begin(), 'trace.zip', new Uint8Array(100_000));
    await archive.prune();
    expect(await sizes()).toEqual({ r1: 100_000, r2: 100_000 });
    await writeFile(join(folder.path, 'sizes.json'), '{"r1":100000,"r2":9000000}');
    await archive.prune({ megabytes: 1 });
    expect(await archive.list()).toEqual(['r5', 'r4', 'r3']);
    expect(await sizes()).toEqual({});
  });

  it('an archive has no runs before the first one', async () => {
    await using folder = await temporaryDirectory();
    const archive = new RunArchive(join(folder.path, 'none'));
    expect(await archive.list()).toEqual([]);
    await archive.prune();
  });
});
