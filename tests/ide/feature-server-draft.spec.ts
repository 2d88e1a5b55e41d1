import { describe, expect, it } from 'vitest';
import { merged } from '../../ide/app/merged-drafts.ts';
import type { ServerType } from '../../ide/parts/feature-server/field-labels.ts';
import { inWords } from '../../ide/parts/feature-server/in-words.ts';
import { changesOf, type Draft, draftOf, hostLeft, withType } from '../../ide/screens/settings/feature-server/draft.ts';
import { fieldAt, selectionOf } from '../../ide/screens/settings/feature-server/fields.ts';
import type { TriedStage } from '../../ide/screens/settings/feature-server/reply.ts';
import { marksOf } from '../../ide/screens/settings/feature-server/stage-marks.ts';
import { FeatureServerView } from '../../server/tools/features/feature-server-settings.ts';

const URL = 'https://tm.example.org/api/v2/export/cucumber?filter=1';
const cloud = FeatureServerView.parse({
  type: 'xray-cloud',
  fileListUrl: URL,
  clientId: 'me',
  clientSecret: { set: true },
  token: { set: false },
  statusMap: { undefined: 'TODO' },
  info: { fields: {} },
});
const none = FeatureServerView.parse({ type: 'none' });
const changed = (changes: Partial<Draft>, saved = cloud) => changesOf({ ...draftOf(saved), ...changes }, saved);

describe('a draft of the feature server', () => {
  it('a draft that nobody changed sends nothing and never holds the secret', () => {
    expect(changed({})).toEqual({});
    expect(changed({}, none)).toEqual({});
    expect(JSON.stringify(draftOf(cloud))).not.toContain('set');
  });

  it('a draft sends only what was changed, and null for what was emptied', () => {
    expect(changed({ matchFile: ' a*.feature ', clientId: '' })).toEqual({ matchFile: 'a*.feature', clientId: null });
    expect(changed({ 'statusMap.failed': 'NO' })).toEqual({ statusMap: { failed: 'NO', undefined: 'TODO' } });
    expect(changed({ 'statusMap.undefined': '' })).toEqual({ statusMap: null });
    expect(changed({ info: '{"a":1}' })).toEqual({ info: { a: 1 } });
    expect(changed({ clientSecret: 'new' })).toEqual({ clientSecret: 'new' });
    expect(changed({ clientSecret: '' })).toEqual({ clientSecret: null });
    expect(() => changed({ info: '[1]' })).toThrow('not a JSON object');
  });

  it('a draft removes the settings that its new type does not use', () => {
    const draft = { ...draftOf(cloud), type: 'folder', fileListUrl: 'files/a' } as const;
    expect(changesOf(draft, cloud)).toEqual({
      type: 'folder',
      fileListUrl: 'files/a',
      clientId: null,
      clientSecret: null,
      statusMap: null,
      info: null,
    });
    expect(changed({ type: 'none' })).toEqual({ type: 'none' });
  });

  it('a draft keeps the address when it switches between services, and drops it for a folder', () => {
    const saved = draftOf(cloud);
    expect(withType(saved, 'xray-server', saved).fileListUrl).toBe(URL);
    const folder = withType(saved, 'folder', saved);
    expect(folder.fileListUrl).toBe('');
    expect(withType({ ...folder, fileListUrl: 'files/a' }, 'url', saved).fileListUrl).toBe(URL);
    expect(withType(withType(saved, 'none', saved), 'folder', saved).fileListUrl).toBe('');
  });

  it('a draft takes in changes by others and names the fields that both changed', () => {
    const base = draftOf(cloud);
    const mine = { ...base, clientId: 'mine', matchFile: 'm*' };
    const theirs = { ...base, clientId: 'theirs', keyPrefix: 'T_' };
    const both = merged({ mine, base, theirs });
    expect(both.mine).toEqual({ ...theirs, clientId: 'mine', matchFile: 'm*' });
    expect(both.both).toEqual(['clientId']);
    // What they changed is no change of mine by now.
    expect(merged({ mine: both.mine, base: both.base, theirs: base }).mine).toEqual(mine);
    expect(merged({ mine: base, base, theirs }).mine).toEqual(theirs);
    expect(merged({ mine, base, theirs: mine }).both).toEqual([]);
  });

  it('a draft names the host that the saved secrets are for once another host is entered', () => {
    const hostOf = (changes: Partial<Draft>) => hostLeft({ ...draftOf(cloud), ...changes }, cloud);
    expect(hostOf({})).toBeUndefined();
    expect(hostOf({ fileListUrl: `${URL}&fz=true` })).toBeUndefined();
    expect(hostOf({ fileListUrl: 'https://other.example.org/' })).toBe('tm.example.org');
    expect(hostOf({ authUrl: 'https://other.example.org/' })).toBe('tm.example.org');
    expect(hostLeft({ ...draftOf(none), fileListUrl: URL }, none)).toBeUndefined();
  });
});

describe('an export address', () => {
  it.each([
    [URL, { filter: '1' }],
    ['sample:/api/v2/export/cucumber?filter=10001', { filter: '10001' }],
    ['https://tm.example.org/?keys=A-1;B-2', { keys: 'A-1;B-2' }],
    ['https://tm.example.org/?filter=', { fault: expect.stringMatching(/^No filter ID in this address/) }],
    ['https://tm.example.org/?filter=mine', { fault: expect.stringMatching(/^The filter “mine” is not a number/) }],
    ['{{env.LIST}}', undefined],
    ['', undefined],
  ])('the export address %j is read for the features that it selects', (address, selection) => {
    expect(selectionOf(address)).toEqual(selection);
  });
});

describe('a check that failed', () => {
  const marks = (stage: Partial<TriedStage>, type: ServerType = 'xray-cloud', authUrl = '') =>
    marksOf({ stages: [{ stage: 'fetch', ok: false, ms: 1, ...stage }] }, { type, authUrl });

  it('a failed check points at the fields that it is about', () => {
    expect(Object.keys(marks({ stage: 'sign in', status: 401 }))).toEqual(['clientId', 'clientSecret']);
    const unset = ['clientSecret'] as const;
    expect(marks({ stage: 'sign in', fields: [...unset], missing: [...unset] })).toEqual({
      clientSecret: 'Required, but not set',
    });
    expect(Object.keys(marks({ status: 403 }, 'xray-server'))).toEqual(['token', 'clientId', 'clientSecret']);
    expect(marks({ status: 404 })).toEqual({ fileListUrl: 'Answered with 404' });
    expect(marks({ stage: 'match', fields: ['matchFile'] })).toEqual({ matchFile: 'No file matches' });
    expect(marks({ stage: 'match', message: 'No files at all.' })).toEqual({ fileListUrl: 'It selects nothing' });
    expect(marks({ stage: 'unpack', status: 200 })).toEqual({ fileListUrl: 'Its response cannot be imported' });
    const refused = 'The token or the client ID and secret were refused.';
    expect(Object.keys(marks({ status: 401, message: refused }))).toEqual(['clientId', 'clientSecret']);
    expect(Object.keys(marks({ stage: 'sign in', fields: ['authUrl'] }))).toEqual(['fileListUrl']);
    expect(marks({ fields: ['token'] }, 'url')).toEqual({
      token: 'Failed, see below',
    });
    for (const status of [429, 503]) expect([marks({ status }), marks({ stage: 'sign in', status })]).toEqual([{}, {}]);
  });

  it('a failed sign-in points at the file list URL when the sign-in URL is blank', () => {
    const refused = { stage: 'sign in', message: 'Nothing answers at tm.example.org.' } as const;
    expect(marks(refused)).toEqual({ fileListUrl: 'Signing in at this host failed, see below' });
    expect(Object.keys(marks(refused, 'xray-cloud', 'https://sso.example.org'))).toEqual(['authUrl']);
    const missing = { stage: 'sign in', status: 404, message: 'check the authentication URL (authUrl)' } as const;
    expect(marks(missing)).toEqual({ fileListUrl: 'Signing in at this host was answered with 404' });
  });

  it('words of an answer, such as "More info", point at no field', () => {
    const message =
      'GET https://tm.example.org/ answered 404. The answer (text/html) begins: More info, token, matchFile';
    expect(marks({ status: 404, message })).toEqual({ fileListUrl: 'Answered with 404' });
    expect(marks({ status: 503, message })).toEqual({});
  });

  it('a failed check names fields by their labels in the form', () => {
    expect([fieldAt('info.fields[0]'), fieldAt('statusMap.failed'), fieldAt('ideId'), fieldAt()]).toEqual([
      'info',
      'statusMap.failed',
      undefined,
      undefined,
    ]);
    expect(inWords('"fileListUrl" is missing. Set fileListUrl with configureFeatureServer.', 'folder')).toBe(
      'Folder is missing. Set Folder here.',
    );
    expect(inWords('check the authentication URL (authUrl), or the host of the file list URL.', 'xray-cloud')).toBe(
      'check Sign-in URL, or the host of File list URL.',
    );
    expect(inWords('Change matchFile with configureFeatureServer.')).toBe(
      'Change Match file in Settings › Integrations.',
    );
  });
});
