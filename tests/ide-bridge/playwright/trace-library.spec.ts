import { expect, test } from 'vitest';
import { drawnPage, newTraceLoader, type TracePage } from '../../../ide-bridge/playwright/trace-library.ts';

/** What the moments of a run use of Playwright's reader of traces, which is private and may change with any release. */
const HTML = [
  'HTML',
  {},
  [
    'BODY',
    { title: 'a "b" <c> & d', onload: 'steal()' },
    ['SCRIPT', {}, 'steal()'],
    ['STYLE', {}, 'b { background: url("b.png") }'],
    ['IMG', { src: 'https://shop.example/tea.png' }],
    ['A', { href: '/basket?a=1&b=2' }, 'Tea < 3'],
  ],
];

async function keptPage(): Promise<TracePage> {
  const place = { callId: 'call@1', phase: 'after', pageId: 'page@1', frameId: 'frame@1' };
  const page = { doctype: 'html', html: HTML, viewport: { width: 800, height: 600 }, timestamp: 2, wallTime: 2 };
  const events = [
    { type: 'context-options', version: 8, origin: 'library', browserName: 'chromium', monotonicTime: 0, options: {} },
    {
      type: 'frame-snapshot',
      snapshot: { ...place, ...page, isMainFrame: true, frameUrl: 'https://shop.example/', resourceOverrides: [] },
    },
  ];
  const files: Record<string, string> = {
    '1-trace.trace': events.map(event => JSON.stringify(event)).join('\n'),
    '1-trace.network': '',
  };
  const loader = newTraceLoader();
  await loader.load({
    entryNames: async () => Object.keys(files),
    hasEntry: async name => Object.hasOwn(files, name),
    readText: async name => files[name],
    readBlob: async () => undefined,
    isLive: () => false,
  });
  const found = loader.storage().snapshotForCall('call@1', 'after');
  if (found === undefined) throw new Error('Playwright finds no page in the trace.');
  return found;
}

test('the installed Playwright draws elements in the form that ours rewrites: escaped, in double quotes, without scripts', async () => {
  const { body } = drawnPage(await keptPage());
  expect(body).toBe(
    '<HTML><BODY title="a &quot;b&quot; &lt;c&gt; &amp; d">' +
      '<STYLE __playwright_style_content__="b { background: url(&quot;b.png&quot;) }"></STYLE>' +
      '<IMG src="https://shop.example/tea.png">' +
      '<A href="/basket?a=1&amp;b=2">Tea &lt; 3</A></BODY></HTML>',
  );
});

test('the installed Playwright draws by a script that holds, once each, what is taken out of it', async () => {
  const page = await keptPage();
  const { head, nonce } = drawnPage(page);
  const { html, scriptNonce } = page.render();
  expect(nonce).toBe(scriptNonce);
  expect(head).toMatch(new RegExp(`^<!DOCTYPE html><style>[^<]*</style><script nonce="${nonce}">`));
  for (const part of [
    'while (topSnapshotWindow !== topSnapshotWindow.parent',
    'style.backgroundColor = "#6fa8dc7f";',
  ]) {
    expect(html.split(part), part).toHaveLength(2);
    expect(head.split(part), part).toHaveLength(1);
  }
  expect(head).toContain('while (false && ');
});
