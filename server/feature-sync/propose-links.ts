import { linkLike, modelOfLink } from '../../model/feature/link-like.ts';
import { patternOf, valuesIn } from '../../model/feature/step-pattern.ts';
import type { Link, LinkParameters } from '../../model/project/link.ts';
import { linkOf, linksByText } from '../../model/project/links.ts';
import type { VersionContent } from '../../model/project/version-content.ts';

/** A link that a new text may get, since a text that differs in values only has it. */
export interface ProposedLink extends Pick<Link, 'text' | 'testCode' | 'parameters'> {
  like: string;
}

/** Only where all links of similar texts agree on the test, and on where its values go. */
export function proposedLinks(content: VersionContent, texts: Iterable<string>): ProposedLink[] {
  const wanted = [...new Set(texts)].filter(text => linkOf(content, text) === undefined && valuesIn(text).length > 0);
  if (wanted.length === 0) return [];
  const patterns = new Set(wanted.map(patternOf));
  const links = new Map<string, Link[]>();
  for (const link of linksByText(content).values()) {
    const pattern = patternOf(link.text);
    if (patterns.has(pattern)) links.set(pattern, [...(links.get(pattern) ?? []), link]);
  }
  return wanted.flatMap(text => agreed(content, text, links.get(patternOf(text)) ?? []) ?? []);
}

function agreed(content: VersionContent, text: string, links: readonly Link[]): ProposedLink | undefined {
  const [first] = links;
  if (first === undefined || content.test(first.testCode) === undefined) return undefined;
  const found = links.map(link => linkLike(modelOfLink(link.text, saidBy(content, link)), text));
  const parameterTexts = found.map(({ parameters = {} }) => JSON.stringify(Object.entries(parameters).sort()));
  const isOne = links.every(({ testCode }) => testCode === first.testCode) && new Set(parameterTexts).size === 1;
  const [{ parameters, lost } = { parameters: undefined, lost: [] }] = found;
  if (!isOne || lost.length > 0) return undefined;
  return { text, testCode: first.testCode, like: first.text, ...(parameters && { parameters }) };
}

/** Adds the placeholders that parameters of the same name take implicitly. */
function saidBy(content: VersionContent, { text, testCode, parameters }: Link): LinkParameters {
  const values = valuesIn(text);
  const names = (content.test(testCode)?.parameters ?? []).map(({ name }) => name);
  const byName = names.filter(name => values.includes(`<${name}>`)).map(name => [name, `<${name}>`]);
  return { ...Object.fromEntries(byName), ...parameters };
}
