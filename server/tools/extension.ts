/** Tools for the browser extension, by which people lend a tab of their everyday Chrome. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { packageRoot, readRelease } from '../process/package-root.ts';
import { defineTool } from './define/define-tool.ts';

const NO_SERVICE = 'No service runs; steploom open starts it.';

/** Chrome's name with its release, of what a browser says of itself. */
const browserName = (userAgent: string): string => {
  const [, product = 'Chrome', release = ''] = /(Edg|OPR|Chrome)\/(\d+)/.exec(userAgent) ?? [];
  return `${{ Edg: 'Edge', OPR: 'Opera' }[product] ?? product} ${release}`.trim();
};

export const getExtension = defineTool({
  name: 'getExtension',
  group: 'project',
  scope: 'owner',
  reach: 'workspace',
  title: 'Get the browser extension',
  summary: 'Get whether the browser extension is paired and connected, and which tabs are lent by it.',
  input: {},
  output: z.strictObject({
    state: z
      .enum(['not-paired', 'away', 'connected', 'wrong-version'])
      .describe('away: paired, and its browser is closed or the extension is switched off'),
    release: z.string().describe('Of this service; the extension has to be of the same'),
    folder: z.string().optional().describe('What Chrome loads; missing until it is built'),
    browsers: z.array(z.strictObject({ name: z.string(), release: z.string(), isUnderstood: z.boolean() })),
    lent: z.array(z.strictObject({ projectId: z.string(), title: z.string() })),
  }),
  errors: [],
  examples: [{}],
  run(_input, { bridge, page }) {
    const connected = bridge.extensions.connected();
    const folder = join(packageRoot(), 'extension', 'dist');
    return {
      state: stateOf(
        page.pairing?.isPaired ?? false,
        connected.map(({ isUnderstood }) => isUnderstood),
      ),
      release: readRelease(),
      ...(existsSync(join(folder, 'manifest.json')) ? { folder } : {}),
      browsers: connected.map(({ userAgent, release, isUnderstood }) => ({
        name: browserName(userAgent),
        release,
        isUnderstood,
      })),
      lent: bridge.extensions.lent().map(({ projectId, title }) => ({ projectId, title })),
    };
  },
});

function stateOf(isPaired: boolean, understood: readonly boolean[]) {
  if (!isPaired) return 'not-paired' as const;
  if (understood.length === 0) return 'away' as const;
  return understood.includes(true) ? ('connected' as const) : ('wrong-version' as const);
}

export const pairExtension = defineTool({
  name: 'pairExtension',
  group: 'project',
  scope: 'owner',
  reach: 'workspace',
  title: 'Pair the browser extension',
  summary: 'Create a code that pairs the browser extension with this service, once and within ten minutes.',
  input: {},
  output: z.strictObject({
    code: z.string(),
    expiresAt: z.string(),
    address: z.string().describe('Of the service, for the extension'),
  }),
  errors: ['ide-not-open'],
  examples: [{}],
  run(_input, { page }) {
    const [address] = page.ownUrls();
    if (page.pairing === undefined || address === undefined) throw new AppError('ide-not-open', NO_SERVICE);
    return { ...page.pairing.createCode(), address };
  },
});

export const unpairExtension = defineTool({
  name: 'unpairExtension',
  group: 'project',
  scope: 'owner',
  reach: 'workspace',
  title: 'Unpair the browser extension',
  summary: 'Unpair the browser extension: its tabs are given back, and it needs a new code to connect again.',
  input: {},
  output: z.strictObject({ wasPaired: z.boolean() }),
  errors: [],
  examples: [{}],
  hints: { idempotent: true },
  async run(_input, { bridge, page }) {
    const wasPaired = page.pairing?.isPaired ?? false;
    await page.pairing?.unpair();
    bridge.extensions.disconnect();
    return { wasPaired };
  },
});

export const giveTabBack = defineTool({
  name: 'giveTabBack',
  group: 'project',
  scope: 'owner',
  title: 'Give a lent tab back',
  summary: 'Give back the tab that is lent to the project: Steploom lets go of it at once, and it stays as it is.',
  input: {},
  output: z.strictObject({ wasLent: z.boolean() }),
  errors: [],
  examples: [{ projectId: 'shop' }],
  hints: { idempotent: true },
  run: (_input, { bridge, project }) => ({ wasLent: bridge.extensions.giveBack(project.projectId) }),
});
