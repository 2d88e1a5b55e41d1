/** What the parameters of a linked test get, as a person reads it. Pure. */
import type { LinkHeader, TestHeader } from '../../../model/protocol/channel/project-view.ts';
import type { FeatureStep } from '../../app/tool-replies.ts';

/** `said`: the link says so; `guessed`: by its name; `default`: what the test has for it; `none`: nothing at all. */
export interface ParameterSource {
  name: string;
  kind: 'said' | 'guessed' | 'default' | 'none';
  value: string;
}

export const placeholderOf = (column: string): string => `<${column}>`;

interface Given {
  step: FeatureStep;
  /** Of the examples that the step knows. */
  columns: readonly string[];
  link: LinkHeader;
  test: TestHeader;
}

/** In the order of the test's parameters. */
export const parameterSources = ({ test, link, ...given }: Given): ParameterSource[] =>
  (test.parameters ?? []).map(({ name, default: usual }): ParameterSource => {
    const said = link.parameters;
    const text = said !== undefined && Object.hasOwn(said, name) ? said[name] : undefined;
    if (text !== undefined)
      return { name, kind: 'said', value: given.columns.includes(text) ? placeholderOf(text) : text };
    const value = guessed(name, given);
    if (value !== undefined) return { name, kind: 'guessed', value };
    return usual === undefined ? { name, kind: 'none', value: '' } : { name, kind: 'default', value: usual };
  });

/** A column comes before a table or a text of the same name, as in runs. */
function guessed(name: string, { step, columns }: Pick<Given, 'step' | 'columns'>): string | undefined {
  if (columns.includes(name)) return placeholderOf(name);
  if (name === 'table' && step.table !== undefined) return 'the data table';
  return name === 'text' && step.docString !== undefined ? 'the text below' : undefined;
}
