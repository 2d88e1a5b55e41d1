import { describe, expect, it } from 'vitest';
import type { SyncCall } from '../../../support/power-cut-file-system.ts';
import {
  type Cut,
  cutsAfterKills,
  cutsOfRecovery,
  cutsOfScript,
  EDIT,
  remove,
  type Skips,
  STATE,
  tryEach,
  writeText,
} from './power-cut-trials.ts';

describe('a power cut', () => {
  it('a power cut loses no acknowledged edit and leaves no half edit, whenever it comes', async () => {
    const { states, loss } = await tryEach(cutsOfScript());
    expect(loss).toBeUndefined();
    expect(states).toBeGreaterThan(500);
  });

  it('a second power cut while an interrupted edit is being finished loses nothing', async () => {
    const { states, loss } = await tryEach(cutsOfRecovery());
    expect(loss).toBeUndefined();
    expect(states).toBeGreaterThan(60);
  });

  it.each([
    ['one file', [writeText('a/one.json', 2)]],
    ['a deletion', [remove('a/two.json')]],
    ['several files', EDIT],
  ])('a power cut after a kill during an edit (%s) loses nothing that later edits build on', async (_, edit) => {
    const { states, loss } = await tryEach(cutsAfterKills(edit));
    expect(loss).toBeUndefined();
    expect(states).toBeGreaterThan(10);
  });
});

describe('every flush is needed', () => {
  const JOURNAL = `${STATE}/journal`;
  const inJournal = ({ path }: SyncCall) => path === JOURNAL || path.startsWith(`${JOURNAL}/`);
  const hasRecord = ({ has }: SyncCall) => has(`${JOURNAL}/record`);
  const ofContent: Skips = call => !call.isDirectory && !inJournal(call);
  const ofRecordRemoval: Skips = call => call.isDirectory && inJournal(call) && !hasRecord(call);
  const ofNamesWithRecord: Skips = call => call.isDirectory && !inJournal(call) && hasRecord(call);

  it.each<[string, NonNullable<Skips>, (skips: Skips) => AsyncIterable<Cut[]>]>([
    ['the content of files', ofContent, cutsOfScript],
    ['the content of the record', call => !call.isDirectory && inJournal(call), cutsOfScript],
    ['the name of the record', call => call.isDirectory && inJournal(call) && hasRecord(call), cutsOfScript],
    ['the removal of the record', ofRecordRemoval, cutsOfScript],
    ['the names of an edit of several files', ofNamesWithRecord, cutsOfScript],
    [
      'the name of a single file',
      call => call.isDirectory && call.path !== STATE && !call.madeDirectory && !inJournal(call) && !hasRecord(call),
      cutsOfScript,
    ],
    ['a new folder', call => call.madeDirectory && call.path !== STATE, cutsOfScript],
    ['the new folder of the journal', call => call.madeDirectory && call.path === STATE, cutsOfScript],
    ['the content of files, while a broken edit is finished', ofContent, cutsOfRecovery],
    ['the names, while a broken edit is finished', ofNamesWithRecord, cutsOfRecovery],
    ['the removal of the record, while a broken edit is finished', ofRecordRemoval, cutsOfRecovery],
    [
      'the folders, when a project is opened',
      call => call.isDirectory && !inJournal(call) && !call.path.endsWith('/b'),
      skips => cutsAfterKills([writeText('a/one.json', 2)], skips),
    ],
  ])('a power cut loses an edit without the flush of %s', async (_, skips, cuts) => {
    expect((await tryEach(cuts(skips))).loss).toBeDefined();
  });
});
