// One meaning for each name of a type: it is declared in one file alone, whether or not that exports it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension'];

/** Names that still have several meanings; none is added. */
const STILL_AMBIGUOUS = new Set([
  ...['Action', 'Answer', 'Around', 'Asked', 'Assertion', 'Attempt', 'Call', 'Choice'],
  ...['ChoiceProps', 'Chosen', 'Difference', 'Environment', 'Failed', 'Feature', 'FeatureEntry', 'FeatureFault'],
  ...['FeatureSource', 'FeatureView', 'Field', 'FollowedProject', 'FoundFeature', 'Given', 'ImportReply', 'Known'],
  ...['LinkedText', 'LiveView', 'Outcome', 'Page', 'Parts', 'People', 'Picture', 'Place'],
  ...['Problem', 'Progress', 'Project', 'Question', 'Reach', 'RedGroup', 'Reply', 'Request'],
  ...['Results', 'Row', 'RowsProps', 'RunNews', 'Scenario', 'Selection', 'Sending', 'Session'],
  ...['Shown', 'ShownScenario', 'SignIn', 'Snapshot', 'StageResult', 'Step', 'Stored', 'TextField'],
  ...['UploadRecord', 'Waiting', 'Wanted', 'Way', 'Where', 'Words'],
]);

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

const files = TERRITORIES.flatMap(territory =>
  readdirSync(territory, { recursive: true }).map(name => path.posix.join(territory, name)),
).filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));

const places = new Map();
for (const file of files)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(DECLARATION))
    places.set(name, new Set([...(places.get(name) ?? []), file]));

const faults = [...places].filter(([name, { size }]) => size > 1 && !STILL_AMBIGUOUS.has(name));

for (const [name, found] of faults)
  process.stdout.write(`The type ${name} has several meanings; say which in its name: ${[...found].join(', ')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
