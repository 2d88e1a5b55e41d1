import type { RunItem } from '../../../model/run/run.ts';
import { singleLine } from './plain-text.ts';
import type { ReportStep } from './report-steps.ts';

/** A test as a scenario: its place in the run and its steps. */
export interface ReportItem {
  item: RunItem;
  steps: readonly ReportStep[];
}

/** A module of the run as a feature file, with the tests that its scenarios stand for, in order. */
export interface ModuleFeature {
  uri: string;
  text: string;
  items: readonly ReportItem[];
}

/** Writes a feature for each module, in the order in which the run came to them. */
export function moduleFeatures(items: readonly ReportItem[]): ModuleFeature[] {
  const byModule = new Map<string, ReportItem[]>();
  for (const item of items) {
    const known = byModule.get(item.item.moduleCode);
    if (known === undefined) byModule.set(item.item.moduleCode, [item]);
    else known.push(item);
  }
  return [...byModule].map(([moduleCode, members]) => ({
    uri: `modules/${moduleCode}.json`,
    text: featureText(members[0]?.item.moduleName ?? moduleCode, members),
    items: members,
  }));
}

function featureText(name: string, members: readonly ReportItem[]): string {
  const lines = [`Feature: ${named(name)}`];
  for (const { item, steps } of members) {
    const tags = tagsOf(item);
    lines.push('');
    if (tags.length > 0) lines.push(`  ${tags.join(' ')}`);
    lines.push(`  Scenario: ${named(item.title)}`, ...steps.map(step => `    * ${step.text}`));
  }
  return `${lines.join('\n')}\n`;
}

const named = (text: string): string => singleLine(text) || '(no name)';

function tagsOf({ tags = [] }: RunItem): string[] {
  const names = tags.map(tag =>
    singleLine(tag)
      .replace(/^@/, '')
      .replace(/[\s@]+/g, '_'),
  );
  return [...new Set(names.filter(name => name !== '').map(name => `@${name}`))];
}
