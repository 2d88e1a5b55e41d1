import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { matchRank } from '../../ui/best-first.ts';
import { wordFilter } from '../../ui/word-filter.ts';

export interface Found {
  key: string;
  section: 'Tests' | 'Modules' | 'Features' | 'Actions';
  name: string;
  where: string;
  place: Partial<Omit<ProjectPlace, 'projectId' | 'versionId'>>;
}

const MOST_OF_A_KIND = 12;

type Fits = (words: { name: string; code: string; tags?: readonly string[] }) => boolean;

/** `#` precedes a code, `@` a tag; anything else is words. */
function fitsFor(query: string): Fits {
  const text = query.trim().toLowerCase();
  if (text.startsWith('#')) return ({ code }) => code === text.slice(1);
  if (text.startsWith('@')) return ({ tags = [] }) => tags.some(tag => tag.toLowerCase().includes(text.slice(1)));
  const fits = wordFilter(text);
  return ({ name, code }) => fits(`${name} ${code}`);
}

interface SearchedProject {
  snapshot: Pick<ProjectSnapshot, 'modules' | 'tests'>;
  features: readonly FeatureEntry[];
}

/** Best matches first. */
export function find({ snapshot, features }: SearchedProject, query: string): Found[] {
  const fits = fitsFor(query);
  const best = (found: readonly Found[]) =>
    found.toSorted((one, other) => matchRank(one.name, query) - matchRank(other.name, query)).slice(0, MOST_OF_A_KIND);
  return [...best(tests(snapshot, fits)), ...best(modules(snapshot, fits)), ...best(scenarios(features, fits))];
}

function tests({ modules: all, tests: codes }: SearchedProject['snapshot'], fits: Fits): Found[] {
  return Object.values(codes)
    .filter(({ name, testCode, tags }) => fits({ name, code: testCode, ...(tags && { tags }) }))
    .map(({ name, testCode, moduleCode }) => ({
      key: testCode,
      section: 'Tests',
      name,
      where: all[moduleCode]?.name ?? '',
      place: { tab: 'modules', moduleId: moduleCode, testId: testCode },
    }));
}

function modules({ modules: all }: SearchedProject['snapshot'], fits: Fits): Found[] {
  return Object.values(all)
    .filter(({ name, moduleCode }) => fits({ name, code: moduleCode }))
    .map(({ name, moduleCode, parentModule }) => ({
      key: moduleCode,
      section: 'Modules',
      name,
      where: parentModule === undefined ? '' : (all[parentModule]?.name ?? ''),
      place: { tab: 'modules', moduleId: moduleCode },
    }));
}

/** Scenarios are found by their steps as well. */
function scenarios(features: readonly FeatureEntry[], fits: Fits): Found[] {
  return features.flatMap(({ featureCode, name, file, scenarios: below }) => {
    const title = name || file;
    const found = (words: Pick<Found, 'name' | 'where'>, scenario?: string): Found => ({
      ...words,
      key: scenario ?? featureCode,
      section: 'Features',
      place: { tab: 'features', feature: featureCode, scenario },
    });
    const fitting = below.filter(
      one =>
        fits({ name: one.name, code: one.scenario }) || one.steps.some(({ text }) => fits({ name: text, code: '' })),
    );
    return [
      ...(fits({ name: title, code: featureCode }) ? [found({ name: title, where: file })] : []),
      ...fitting.map(one => found({ name: one.name, where: title }, one.scenario)),
    ];
  });
}
