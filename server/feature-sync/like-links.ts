import {
  choiceOf,
  type LikeLink,
  linkLike,
  type Model,
  modelByChoice,
  modelByPlace,
  modelOfLink,
  textsLike,
} from '../../model/feature/link-like.ts';
import { patternOf } from '../../model/feature/step-pattern.ts';
import type { LinkParameters } from '../../model/project/link.ts';
import { linkOf, linksByText } from '../../model/project/links.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { stepCounts } from './count-steps.ts';
import type { FeatureCatalog } from './feature-catalog.ts';

interface LinkingVersion {
  content: VersionContent;
  catalog: FeatureCatalog;
}

interface NewLink {
  text: string;
  test: Pick<Test, 'testCode' | 'parameters'>;
  parameters: LinkParameters | undefined;
  /** For each value of the text the parameter that takes it, '' for none. */
  valuesTo?: readonly string[] | undefined;
  /** Whether to link all unlinked texts that differ in values only. */
  like: boolean;
  also: readonly string[];
}

interface ManyLinks {
  links: LikeLink[];
  leftOut: LikeLink[];
  /** Parameters for the values of the named text. */
  valuesTo: string[];
}

export function manyLinks(place: LinkingVersion, { text, test, parameters, valuesTo, like, also }: NewLink): ManyLinks {
  const { content, catalog } = place;
  const alike = textsLike(text, stepCounts(catalog).keys());
  const further = [...new Set(also)].filter(other => other !== text);
  const model =
    valuesTo === undefined
      ? modelFor(place, { text, test, alike, parameters })
      : modelByChoice(text, valuesTo, parameters);
  const named = [...byPattern(further)].flatMap(([pattern, [first = text, ...rest]]) => {
    const own = pattern === patternOf(text) ? model : modelFor(place, { text: first, test, alike: rest });
    return [first, ...rest].map(other => linkLike(own, other));
  });
  const known = new Set(further);
  const isRed = (other: string) => !known.has(other) && linkOf(content, other) === undefined;
  const found = like ? alike.filter(isRed).map(other => linkLike(model, other)) : [];
  return {
    links: [linkLike(model, text), ...named, ...found.filter(({ lost }) => lost.length === 0)],
    leftOut: found.filter(({ lost }) => lost.length > 0),
    valuesTo: choiceOf(model),
  };
}

/** Groups texts that differ in values only, in the given order. */
function byPattern(texts: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const pattern = patternOf(text);
    const group = groups.get(pattern);
    if (group === undefined) groups.set(pattern, [text]);
    else group.push(text);
  }
  return groups;
}

interface ModelWanted extends Pick<NewLink, 'text' | 'test'> {
  alike: readonly string[];
  parameters?: LinkParameters | undefined;
}

/** Explicit parameters first, then existing links of this text or similar ones, then positions. */
function modelFor({ content, catalog }: LinkingVersion, { text, test, alike, parameters }: ModelWanted): Model {
  const names = namesFor(catalog, test, new Set([text, ...alike]));
  const known = parameters ?? knownParameters(content, { text, test, alike });
  return modelByPlace(text, { names, others: alike, parameters: known });
}

function knownParameters(content: VersionContent, { text, test, alike }: ModelWanted): LinkParameters | undefined {
  const links = [text, ...alike].flatMap(other => linksByText(content).get(other) ?? []);
  const known = links.find(link => link.testCode === test.testCode && link.parameters !== undefined);
  if (known?.parameters === undefined || known.text === text) return known?.parameters;
  const { lost, parameters } = linkLike(modelOfLink(known.text, known.parameters), text);
  return lost.length === 0 ? parameters : undefined;
}

/** Parameters that may take values: not those that get the data table or doc string of a step. */
function namesFor(catalog: FeatureCatalog, { parameters = [] }: NewLink['test'], texts: ReadonlySet<string>): string[] {
  const steps = catalog.flatMap(({ scenarios }) => scenarios.flatMap(each => each.steps));
  const matching = steps.filter(step => texts.has(step.text));
  const taken = [
    matching.some(({ table }) => table !== undefined) ? 'table' : '',
    matching.some(({ docString }) => docString !== undefined) ? 'text' : '',
  ];
  return parameters.map(({ name }) => name).filter(name => !taken.includes(name));
}
