// One meaning for each name of a type: it is declared in one file alone, whether or not that exports it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide'];

/** Names that still have several meanings; none is added. */
const STILL_AMBIGUOUS = new Set([
  ...['Action', 'Around', 'Asked', 'Assertion', 'Attempt', 'Awaited', 'ButtonsProps', 'Call', 'CallOptions'],
  ...['Caller', 'Change', 'Changes', 'Choice', 'ChoiceProps', 'Chosen', 'Context', 'Credentials', 'Difference'],
  ...['Edit', 'Element', 'Ended', 'Entry', 'Environment', 'Failed', 'Fault', 'FeatureEntry', 'FeatureFault'],
  ...['FeatureSource', 'FeatureView', 'Field', 'Files', 'FollowedProject', 'Follower', 'Following', 'Found'],
  ...['FoundFeature', 'Given', 'Guard', 'Hooks', 'ImportReply', 'ItemPlace', 'Job', 'Kept', 'KeptFiles'],
  ...['KeptFilesOptions', 'Known', 'Layers', 'Limits', 'LinkedText', 'ListRequest', 'ListedElement'],
  ...['LiveView', 'Machine', 'Matching', 'NewAction', 'NoticeOf', 'OpenOptions', 'Options', 'Outcome', 'Page'],
  ...['Parts', 'Patched', 'People', 'Performed', 'Picture', 'Place', 'Plan', 'Problem', 'Progress', 'Project'],
  ...['ProjectFilesOptions', 'ProjectSnapshot', 'Question', 'Reach', 'ReadOptions', 'Reading', 'RedGroup'],
  ...['Reply', 'Request', 'ResultProps', 'Results', 'Row', 'RowsProps', 'RunNews', 'RunOptions', 'RunTarget'],
  ...['SampleTmOptions', 'Scenario', 'Selection', 'Sending', 'Session', 'Shown', 'ShownScenario', 'SignIn'],
  ...['Situation', 'Size', 'Snapshot', 'StageResult', 'StepPlace', 'StepProps', 'Stored', 'Terminal', 'Test'],
  ...['TextField', 'TitledScenario', 'Told', 'Trial', 'Update', 'UploadRecord', 'Values', 'View', 'Waiting'],
  ...['Answer', 'Feature', 'Named', 'NamedTool', 'Step', 'Wanted', 'Watched', 'WatchedFile', 'Way', 'Where', 'Words'],
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
