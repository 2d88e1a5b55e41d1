/** Tests that a step may be linked to, as its list shows them. Pure. */
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import type { LinkedTest } from '../../app/feature-links.ts';
import type { Suggestion } from '../../app/tool-replies.ts';
import { modulePaths } from '../module-tree/module-paths.ts';

export interface TestChoice extends LinkedTest {
  module: string;
  name: string;
  suggestion?: Suggestion;
}

type Snapshot = Pick<ProjectSnapshot, 'modules' | 'tests'>;

/** Those suggested, best first, then all others by module in the order of the tree; only those that hold the words. */
export function testChoices(
  snapshot: Snapshot,
  { suggestions, query, limit }: { suggestions: readonly Suggestion[]; query: string; limit: number },
): TestChoice[] {
  const words = query.toLowerCase().split(/\s+/);
  const fits = ({ module, name, testCode }: TestChoice) => {
    const whole = `${module} / ${name} ${testCode}`.toLowerCase();
    return words.every(word => whole.includes(word));
  };
  const suggested = suggestions.map(
    (suggestion): TestChoice => ({ ...suggestion, module: suggestion.moduleName, suggestion }),
  );
  const codes = new Set<string>(suggestions.map(({ testCode }) => testCode));
  const others = allTests(snapshot).filter(({ testCode }) => !codes.has(testCode));
  return [...suggested, ...others].filter(fits).slice(0, limit);
}

/** Suites are linked to no step. */
function allTests({ modules, tests }: Snapshot): TestChoice[] {
  return modulePaths({ modules, tests }, []).flatMap(({ key, path }) =>
    (modules[key]?.tests ?? []).flatMap((testCode): TestChoice[] => {
      const test = tests[testCode];
      if (test === undefined || test.type === 'suite') return [];
      return [{ moduleCode: test.moduleCode, testCode, name: test.name, module: path }];
    }),
  );
}
