import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const SHOWN = `<p id="got"></p><script>
  const show = input => Promise.all([...input.files].map(async file => file.name + '=' + await file.text()))
    .then(texts => { got.textContent = texts.join(', '); });
</script>`;

const runner = useRunner({
  '/': `<title>Upload</title>${SHOWN}
    <label>Photo <input id="one" type="file" onchange="show(this)"></label>
    <label>Photos <input id="many" type="file" multiple onchange="show(this)"></label>
    <input id="hidden" type="file" style="display:none" onchange="show(this)">
    <button onclick="document.getElementById('hidden').click()">Choose</button>
    <button onclick="document.getElementById('many').click()">Select several</button>
    <button onclick="setTimeout(() => document.getElementById('hidden').click(), 300)">Choose later</button>
    <button id="nothing">Nothing</button>
    <label>Folder <input id="folder" type="file" webkitdirectory></label>
    <label>Text <input id="text"></label>`,
  '/frame': `<iframe src="/" title="Inner"></iframe>`,
});

const visit = { type: 'visit', url: '/' };
const upload = (locator: string, ...files: string[]) => ({ type: 'upload', locator, files });
const got = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: '#got', expected });

beforeAll(async () => {
  const files = join(runner.app.folder, 'files');
  await mkdir(join(files, 'photos'), { recursive: true });
  await writeFile(join(files, 'a.txt'), 'one');
  await writeFile(join(files, 'photos/b c.txt'), 'two');
  await writeFile(join(runner.app.folder, 'outside.txt'), 'outside');
  await symlink('../outside.txt', join(files, 'out.txt'));
  await symlink('a.txt', join(files, 'in.txt'));
});

describe('upload', () => {
  test('an upload fills file inputs with one or several files, even inputs that are hidden', () =>
    runner.passes([
      visit,
      upload('#one', 'a.txt'),
      got('a.txt=one'),
      upload("getByLabel('Photos')", 'a.txt', 'photos/b c.txt'),
      got('a.txt=one, b c.txt=two'),
      upload('#hidden', 'photos/b c.txt'),
      got('b c.txt=two'),
      upload("getByText('Photo', { exact: true })", 'in.txt'),
      got('in.txt=one'),
    ]));

  test('an upload answers the file chooser that a button opens, at once or a little later', () =>
    runner.passes([
      visit,
      upload("getByRole('button', { name: 'Choose', exact: true })", 'a.txt'),
      got('a.txt=one'),
      upload("getByRole('button', { name: 'Select several' })", 'a.txt', 'photos/b c.txt'),
      got('a.txt=one, b c.txt=two'),
      upload("getByRole('button', { name: 'Choose later' })", 'photos/b c.txt'),
      got('b c.txt=two'),
    ]));

  test('an upload reaches inputs in frames, and takes values in names and one file without a list', () =>
    runner.passes([
      { type: 'visit', url: '/frame' },
      { type: 'script', code: '"a"', into: 'name' },
      { type: 'upload', locator: "frameLocator('iframe').locator('#one')", files: '{{name}}.txt' },
      { ...got('a.txt=one'), locator: "frameLocator('iframe').locator('#got')" },
    ]));

  test.each<[string, ReturnType<typeof upload>, RegExp]>([
    ['a file that is not there', upload('#one', 'none.txt'), /^"files\[0\]": there is no file files\/none\.txt\.$/],
    [
      'a path that repeats the folder',
      upload('#one', 'files/a.txt'),
      /no file files\/files\/a\.txt; paths begin under files\//,
    ],
    ['a folder', upload('#many', 'a.txt', 'photos'), /^"files\[1\]": files\/photos is a folder\.$/],
    [
      'a link that leads elsewhere',
      upload('#one', 'out.txt'),
      /^"files\[0\]": files\/out\.txt is a link that leads elsewhere\.$/,
    ],
    [
      'a computed path out of the folder',
      upload('#one', '{{ "../outside.txt" }}'),
      /“\.\.\/outside\.txt” is not under files\//,
    ],
    ['several files for an input of one', upload('#one', 'a.txt', 'in.txt'), /^#one on http\S+ takes only one file\.$/],
    [
      'several files for a chooser of one',
      upload("getByRole('button', { name: 'Choose', exact: true })", 'a.txt', 'in.txt'),
      /^button “Choose” on http\S+ takes only one file\.$/,
    ],
    ['an input for folders', upload('#folder', 'a.txt'), /takes a whole folder, not files\.$/],
  ])('an upload says what is wrong with %s', async (_what, action, message) => {
    const { state, error } = await runner.fails([visit, action]);
    expect(state).toBe('error');
    expect(error.message).toMatch(message);
  });

  test('an upload says when a click opens no file chooser', { tags: 'full' }, async () => {
    const { error } = await runner.fails([visit, { ...upload('#nothing', 'a.txt'), timeoutMs: 5_000 }]);
    expect(error.message).toMatch(/^#nothing on http\S+ is not a file input, and a click on it opened no file chooser/);
  });

  test('an upload without a fitting element names those that come close', async () => {
    const action = upload("getByRole('button', { name: 'Choose file' })", 'a.txt');
    const { error } = await runner.fails([visit, { ...action, timeoutMs: 1_000 }]);
    expect(error.message).toMatch(/^No element matches button “Choose file”/);
    expect(error.candidates).toContainEqual(expect.stringContaining("name: 'Choose"));
  });

  test('stopping the run ends the wait for a file chooser', async () => {
    const code = await runner.write([visit, { ...upload('#nothing', 'a.txt'), timeoutMs: 60_000 }]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'upload');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });

  test('an upload with a path outside the files folder is refused when the test is stored', async () => {
    for (const file of ['../a.txt', '/etc/passwd', 'C:\\a.txt', 'a//b.txt', './a.txt', '']) {
      const action = { type: 'upload', locator: '#one', files: file };
      const { code, data } = await runner.app.client.failure('createTest', {
        moduleCode: runner.moduleCode,
        name: 'Bad',
        actions: [action],
      });
      expect([code, data.field]).toEqual([-32602, 'actions[0].files']);
    }
  });
});
