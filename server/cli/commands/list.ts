import type { VersionContent } from '../../../model/project/version-content.ts';
import { flakiness, flakyWords } from '../../../model/run/flaky.ts';
import { catalogOf, type FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import { singleLine, terminalJson } from '../../runs/messages/plain-text.ts';
import { plannedItems } from '../../runs/plan/planned-items.ts';
import type { RunnableProject } from '../../runs/plan/run-request.ts';
import { itemDurations } from '../../runs/record/item-durations.ts';
import { flakyItems } from '../../runs/record/item-histories.ts';
import { chooseRun, wantedBy } from '../support/choose-run.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { itemsShown, type ListedItem, printItems } from '../support/print-items.ts';
import { readVersion } from '../support/read-version.ts';
import { type SelectionOptions, withSelectionOptions } from '../support/selection-options.ts';

interface ListOptions extends SelectionOptions {
  slow?: boolean;
  flaky?: boolean;
  json?: boolean;
}

export const list: CliCommand = (program, cli) => {
  const command = program
    .command('list')
    .description('list modules, tests, features and scenarios with their codes; as steploom run would choose them')
    .argument('[tests...]', 'modules, tests, features or scenarios; all of them when none is named');
  withSelectionOptions(command)
    .option('--slow', 'what runs by the time that it takes, the slowest first, as the last runs tell')
    .option('--flaky', 'only what passes and fails by turns, or when it is run again, the worst first')
    .option('--json', 'print the list as JSON; that of --slow is for steploom run --timings')
    .addHelpText('after', '\nExit codes: 0 listed, 2 wrong usage, 3 nothing matched')
    .action(async (words: string[], given: ListOptions) => {
      const { wanted, options } = wantedBy(words, given);
      const { project, content } = await readVersion(cli, options);
      const catalog = await catalogOf(content);
      const { suite, tags, grep, lastFailed, changed } = options;
      const isAll = words.length === 0 && [suite, tags, grep, lastFailed, changed].every(one => one === undefined);
      const isByRuns = options.slow === true || options.flaky === true;
      if (isAll && !isByRuns) return printTree(cli, wholeTree(content, catalog), options);
      const request = await chooseRun(cli, { project, content }, { wanted });
      const items = itemsShown(content, (await plannedItems(project, request)).items);
      const shown = isByRuns ? await byRuns(items, { project, content }, options) : items;
      if (shown.length === 0) printNothing(cli, items.length > 0);
      else printItems(cli, shown, options);
    });
};

function printNothing(cli: Cli, isAnything: boolean): void {
  cli.notify(isAnything ? 'The stored runs tell of nothing like that.' : 'Nothing matches.');
  cli.exitWith(EXIT.nothingMatched);
}

interface RunsOfVersion {
  project: RunnableProject;
  content: VersionContent;
}

async function byRuns(
  items: readonly ListedItem[],
  { project: { runs }, content }: RunsOfVersion,
  { slow, flaky }: ListOptions,
): Promise<ListedItem[]> {
  const { versionId } = content.version;
  const durations = await itemDurations(runs, versionId);
  const histories = flaky ? await flakyItems(runs, versionId) : undefined;
  const unique = [...new Map(items.map(item => [item.code, item])).values()];
  const listed = unique.flatMap((item): ListedItem[] => {
    const history = histories?.get(item.code);
    if (histories !== undefined && history === undefined) return [];
    const ms = durations.get(item.code);
    if (slow && ms === undefined) return [];
    return [{ ...item, ms, ...(history && { history, note: flakyWords(history) }) }];
  });
  const rank = ({ history }: ListedItem) => (history === undefined ? 0 : flakiness(history));
  const bySlowness = (left: ListedItem, right: ListedItem) => (right.ms ?? 0) - (left.ms ?? 0);
  return listed.sort((left, right) => (slow ? bySlowness(left, right) : rank(right) - rank(left)));
}

type ListedKind = 'module' | 'test' | 'suite' | 'feature' | 'scenario';

interface TreeEntry {
  kind: ListedKind;
  code: string;
  name: string;
  depth: number;
  tags: readonly string[];
  skip?: true;
  rows?: number;
  file?: string;
}

const wholeTree = (content: VersionContent, catalog: FeatureCatalog): TreeEntry[] => [
  ...modulesBelow(content, undefined, 0),
  ...catalog.flatMap(({ entry, scenarios, feature, source }): TreeEntry[] => [
    {
      kind: 'feature',
      code: entry.featureCode,
      name: entry.name,
      depth: 0,
      tags: feature?.tags ?? [],
      file: source.file,
    },
    ...scenarios.map(
      ({ scenario, name, tags, rows }): TreeEntry => ({
        ...{ kind: 'scenario', code: scenario, name, depth: 1, tags },
        rows: rows?.length,
      }),
    ),
  ]),
];

function modulesBelow(content: VersionContent, parent: string | undefined, depth: number): TreeEntry[] {
  const modules = [...content.modules.values()].filter(({ parentModule }) => parentModule === parent);
  return modules
    .sort((left, right) => left.rank - right.rank)
    .flatMap(({ moduleCode, name, tests }): TreeEntry[] => [
      { kind: 'module', code: moduleCode, name, depth, tags: [] },
      ...tests.map(
        (test): TreeEntry => ({
          ...{ kind: test.type === 'suite' ? 'suite' : 'test', code: test.testCode, name: test.name, depth: depth + 1 },
          tags: test.tags ?? [],
          ...(test.skip ? { skip: true as const } : {}),
        }),
      ),
      ...modulesBelow(content, moduleCode, depth + 1),
    ]);
}

function printTree(cli: Cli, tree: readonly TreeEntry[], { json }: ListOptions): void {
  if (json === true) {
    cli.print(terminalJson(tree.map(({ depth: _depth, ...entry }) => entry)));
    return;
  }
  if (tree.length === 0) cli.notify('There are no tests and no features yet.');
  for (const { kind, code, name, depth, tags, skip, rows, file } of tree) {
    const notes = [
      ...(kind === 'suite' ? ['suite'] : []),
      ...(skip ? ['skipped'] : []),
      ...(rows === undefined ? [] : [`${rows} rows`]),
      ...(file === undefined ? [] : [file]),
    ];
    const more = [...tags, ...(notes.length === 0 ? [] : [`(${notes.join(', ')})`])].map(singleLine);
    cli.print(`${'  '.repeat(depth)}${[code, singleLine(name), ...more].join('  ')}`);
  }
}
