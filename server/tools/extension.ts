import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { pairingCodeOf } from '../../model/protocol/channel/extension.ts';
import type { ConnectedExtension } from '../../model/protocol/extensions.ts';
import { extensionFolder, readRelease } from '../process/package-root.ts';
import { toolsOf } from './define/define-tool.ts';
import type { PairedBrowser } from './define/page-address.ts';

const defineTool = toolsOf('project');

/** The id is a hash; this many letters tell devices apart. */
const DEVICE_ID_LETTERS = 12;
const NO_SERVICE = 'No service runs; steploom open starts it.';

const Device = z.strictObject({
  deviceId: z.string(),
  name: z.string().describe('Of the browser, e.g. "Chrome 140 on Linux"'),
  lastUsedAt: z.string(),
  state: z
    .enum(['away', 'connected', 'wrong-version'])
    .describe('away: its browser is closed, or the extension is switched off or asleep'),
  release: z.string().optional().describe('Of the extension, while it is connected'),
});

export const getExtension = defineTool({
  name: 'getExtension',
  scope: 'owner',
  title: 'Get the browser extension',
  summary: 'Get which browsers are paired with the project by the extension, and which tab is lent to it.',
  output: z.strictObject({
    release: z.string().describe('Of this service; the extension has to be of the same'),
    folder: z.string().optional().describe('What Chrome loads; missing until it is built'),
    devices: z.array(Device),
    lent: z.strictObject({ title: z.string() }).optional().describe('The tab that is the app window'),
  }),
  examples: [{ projectId: 'shop' }],
  run(_input, { bridge, page, project: { projectId } }) {
    const folder = extensionFolder();
    const connected = bridge.extensions.connected().filter(each => each.projectId === projectId);
    const lent = bridge.extensions.lent().find(each => each.projectId === projectId);
    const devices = page.pairing?.devicesOf(projectId) ?? [];
    return {
      release: readRelease(),
      ...(existsSync(join(folder, 'manifest.json')) ? { folder } : {}),
      devices: devices.map(device =>
        shownDevice(
          device,
          connected.find(({ key }) => key === device.key),
        ),
      ),
      ...(lent === undefined ? {} : { lent: { title: lent.title } }),
    };
  },
});

function shownDevice(
  { key, name = 'A browser', lastUsedAt }: PairedBrowser,
  connected: ConnectedExtension | undefined,
): z.output<typeof Device> {
  const about = { deviceId: key.slice(0, DEVICE_ID_LETTERS), name, lastUsedAt };
  if (connected === undefined) return { ...about, state: 'away' };
  const state = connected.isUnderstood ? 'connected' : 'wrong-version';
  return { ...about, state, release: connected.release };
}

export const pairExtension = defineTool({
  name: 'pairExtension',
  scope: 'owner',
  title: 'Pair the browser extension',
  summary: 'Create a code that pairs the browser extension with the project, once and within five minutes.',
  output: z.strictObject({
    code: z.string().describe('With the address of the service in it'),
    expiresAt: z.string(),
  }),
  errors: ['ide-not-open'],
  examples: [{ projectId: 'shop' }],
  run(_input, { page, project: { projectId } }) {
    const [address] = page.ownUrls();
    if (page.pairing === undefined || address === undefined) throw new AppError('ide-not-open', NO_SERVICE);
    const { code, expiresAt } = page.pairing.createCode(projectId);
    return { code: pairingCodeOf(address, code), expiresAt };
  },
});

export const unpairExtension = defineTool({
  name: 'unpairExtension',
  scope: 'owner',
  title: 'Unpair the browser extension',
  summary: 'Unpair one browser or all: a tab that it lends is given back, and it needs a new code to connect again.',
  input: { deviceId: z.string().optional().describe('As getExtension tells; all when omitted') },
  output: z.strictObject({ unpaired: z.number().int().describe('How many browsers') }),
  examples: [{ projectId: 'shop' }],
  hints: { idempotent: true },
  async run({ deviceId }, { page, project: { projectId } }) {
    const devices = page.pairing?.devicesOf(projectId) ?? [];
    const chosen = devices.filter(({ key }) => deviceId === undefined || key.slice(0, DEVICE_ID_LETTERS) === deviceId);
    for (const { key } of chosen) await page.pairing?.unpair(key);
    return { unpaired: chosen.length };
  },
});

export const giveTabBack = defineTool({
  name: 'giveTabBack',
  scope: 'owner',
  title: 'Give a lent tab back',
  summary: 'Give back the tab that is lent to the project: Steploom lets go of it at once, and it stays as it is.',
  output: z.strictObject({ wasLent: z.boolean() }),
  examples: [{ projectId: 'shop' }],
  hints: { idempotent: true },
  run: (_input, { bridge, project }) => ({ wasLent: bridge.extensions.giveBack(project.projectId) }),
});
