// A room is a folder with all below it that is not listed; it imports from rooms above it in the list and itself.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOMS = {
  model: [
    'model/errors',
    'model/names',
    'model/values',
    'model/locator',
    'model/actions',
    'model/project',
    'model/feature',
    'model/project/compare',
    'model/project/edits',
    'model/run',
    'model/recording',
    'model/exchange',
    'model/protocol/channel',
    'model/protocol',
  ],
  'ide-bridge': [
    'ide-bridge/page',
    'ide-bridge/playwright',
    'ide-bridge/browser/limits',
    'ide-bridge/browser/install',
    'ide-bridge/browser/reading',
    'ide-bridge/browser/secrets',
    'ide-bridge/browser/logs',
    'ide-bridge/browser/requests',
    'ide-bridge/browser/launch',
    'ide-bridge/browser/engine',
    'ide-bridge/browser/session',
    'ide-bridge/browser/elements',
    'ide-bridge/browser/navigate',
    'ide-bridge/browser/pictures',
    'ide-bridge/browser',
    'ide-bridge/trace',
    'ide-bridge/recorder',
    'ide-bridge/hub',
    'ide-bridge/lending',
    'ide-bridge/live',
    'ide-bridge/runner/values',
    'ide-bridge/runner/files',
    'ide-bridge/runner/page',
    'ide-bridge/runner/action',
    'ide-bridge/runner/action/performers',
    'ide-bridge/runner/run',
    'ide-bridge/runner/debug',
    'ide-bridge/runner/probe',
    'ide-bridge/runner/sign-in',
    'ide-bridge/runner',
    'ide-bridge/workers',
    'ide-bridge',
  ],
  server: [
    'server/process',
    'server/jobs',
    'server/store/files',
    'server/store/edits',
    'server/store/tokens',
    'server/feature-sync',
    'server/validation',
    'server/runs/messages',
    'server/runs/record',
    'server/reports/merge',
    'server/reports',
    'server/runs/plan',
    'server/runs/watch',
    'server/exchange',
    'server/test-management/archive',
    'server/test-management/http',
    'server/test-management',
    'server/uploads',
    'server/recording',
    'server/workspace',
    'server/runs',
    'server/queue',
    'server/ci',
    'server/sample-tm',
    'server/sample/shop',
    'server/sample',
    'server/verbs',
    'server/tools/define',
    'server/guide',
    'server/tools',
    'server/rpc/access',
    'server/rpc/calls',
    'server/reference',
    'server/rpc/prompts',
    'server/rpc/resources',
    'server/rpc/dialects',
    'server/do',
    'server/service',
    'server/pages',
    'server/rpc/http',
    'server',
    'server/stdio',
    'server/cli/do',
    'server/cli/support',
    'server/cli/commands',
    'server/cli',
  ],
  ide: [
    'ide/ui',
    'ide/app',
    'ide/commands',
    'ide/parts',
    'ide/screens/projects',
    'ide/screens/versions',
    'ide/screens/files',
    'ide/screens/live',
    'ide/screens/settings',
    'ide/screens/features',
    'ide/screens/runs',
    'ide/screens/modules',
    'ide/screens/health',
    'ide/screens/ci',
    'ide/shell',
  ],
  extension: ['extension', 'extension/background', 'extension/devtools', 'extension/popup'],
  // Holds tests, no sources.
  features: [],
};

const TERRITORIES = {
  model: ['model'],
  'ide-bridge': ['model', 'ide-bridge'],
  server: ['model', 'ide-bridge', 'server'],
  ide: ['model', 'ide'],
  extension: ['model', 'extension'],
  features: [],
};

/** The rest of the server reaches browsers through the port in `model/protocol/bridge.ts`. */
const MAY_IMPORT_BRIDGE = ['server', 'server/cli'];

/** The page knows the types alone of what tools take and answer. */
const TYPES_OF_TOOLS = { file: 'ide/app/tool-replies.ts', imported: 'server/tools/index.ts' };

const IMPORT = /(?:\bimport (type )[^;]*?\bfrom|\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const order = Object.values(ROOMS).flat();

const roomOf = file => {
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder))
    if (order.includes(folder)) return folder;
  return undefined;
};

const territoryOf = file => file.split('/')[0];

const NO_ROOM = 'is in no room: name its folder in the list of scripts/lint/rooms.mjs, below what it imports';

function faultOf(file, imported, isType) {
  const [room, other] = [roomOf(file), roomOf(imported)];
  if (room === other) return undefined;
  if (isType && file === TYPES_OF_TOOLS.file && imported === TYPES_OF_TOOLS.imported) return undefined;
  if (!TERRITORIES[territoryOf(file)].includes(territoryOf(imported)))
    return `imports ${imported}, of another territory`;
  if (territoryOf(file) === 'server' && territoryOf(imported) === 'ide-bridge' && !MAY_IMPORT_BRIDGE.includes(room))
    return `imports ${imported}: only ${MAY_IMPORT_BRIDGE.join(' and ')} may know the bridge`;
  if (other !== undefined && order.indexOf(other) > order.indexOf(room))
    return `imports ${imported}, of a room below its own`;
  return undefined;
}

const files = Object.keys(ROOMS)
  .flatMap(territory => readdirSync(territory, { recursive: true }).map(name => path.posix.join(territory, name)))
  .filter(name => /\.(?:tsx?|m[jt]s)$/.test(name) && !name.endsWith('.d.ts') && !name.startsWith('extension/dist/'));

function faultsOf(file) {
  if (roomOf(file) === undefined) return [`${file} ${NO_ROOM}`];
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, type, specifier]) => {
    const imported = path.posix.join(path.posix.dirname(file), specifier);
    const fault = faultOf(file, imported, type !== undefined);
    return fault === undefined ? [] : [`${file} ${fault}`];
  });
}

const faults = files.flatMap(faultsOf);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
