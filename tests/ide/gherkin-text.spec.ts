import { CompletionContext } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { describe, expect, it } from 'vitest';
import { lineOfScenario, shownText, writtenText } from '../../ide/app/text-form.ts';
import type { FeatureEntry, FeatureScenario } from '../../ide/app/tool-replies.ts';
import { completeGherkin, gherkinMode } from '../../ide/screens/features/text/gherkin.ts';
import { knownSteps } from '../../ide/screens/features/text/known-steps.ts';
import { FeatureCode, ScenarioCode } from '../../model/names/codes.ts';
import { ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import { emptySnapshot } from './project-views.ts';

const NAMES = tagHighlighter([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.heading, class: 'title' },
  { tag: tags.tagName, class: 'tag' },
  { tag: tags.string, class: 'string' },
  { tag: tags.variableName, class: 'placeholder' },
  { tag: tags.comment, class: 'comment' },
]);

/** The parts that have a colour of their own. */
function coloured(text: string): string[] {
  const found: string[] = [];
  highlightTree(StreamLanguage.define(gherkinMode).parser.parse(text), NAMES, (from, to, name) => {
    found.push(`${name} ${text.slice(from, to).trim()}`);
  });
  return found;
}

describe('colours of a feature text', () => {
  it('colours tell keywords, names, tags, tables, texts, placeholders and comments from free words', () => {
    const text = `@a @b # why
Feature: Given names
  Given is a word here: no keyword of a section
  Scenario Outline: One <n>
    Given <n> mugs # no comment
      | a\\|b | <n> |
    * it says
      """
      Scenario: not one
      """
`;
    expect(coloured(text)).toEqual([
      'tag @a',
      'tag @b',
      'comment # why',
      'keyword Feature:',
      'title Given names',
      'keyword Given',
      'keyword Scenario Outline:',
      'title One <n>',
      'keyword Given',
      'placeholder <n>',
      'string a\\|b',
      'string <n>',
      'keyword *',
      'string """',
      'string Scenario: not one',
      'string """',
    ]);
  });

  it('colours follow the language of the text, also where words have no blanks between them', () => {
    expect(coloured('# language: de\nFunktionalität: Korb\n  Angenommen Feature: er\n')).toEqual([
      'comment # language: de',
      'keyword Funktionalität:',
      'title Korb',
      'keyword Angenommen',
    ]);
    expect(coloured('# language: ja\n機能: 店\n  もし店が開く\n')).toContain('keyword もし');
    expect(coloured('# language: no-such\nFeature: Korb\n')).toContain('keyword Feature:');
  });
});

describe('proposals in a feature text', () => {
  const KNOWN = [{ text: 'I add a mug', test: 'Shop / Add' }, { text: 'nothing is left' }];
  const proposals = (text: string, explicit = false) => {
    const state = EditorState.create({ doc: text });
    const found = completeGherkin(() => KNOWN)(new CompletionContext(state, text.length, explicit));
    if (found === null || found instanceof Promise) return undefined;
    return { from: text.slice(found.from), labels: found.options.map(({ label }) => label) };
  };

  it('the editor proposes known steps after a step keyword, except the one already typed', () => {
    expect(proposals('Feature: A\n  Scenario: B\n    Given I a')).toEqual({
      from: 'I a',
      labels: ['I add a mug', 'nothing is left'],
    });
    expect(proposals('# language: de\nFunktionalität: A\n  Szenario: B\n    Wenn ')?.from).toBe('');
    expect(proposals('Feature: A\n  Scenario: B\n    Given I add a mug')?.labels).toEqual(['nothing is left']);
  });

  it('the editor proposes keywords at the start of a line, and nothing amid free words', () => {
    expect(proposals('Feature: A\n  Sc')?.labels).toContain('Scenario Outline:');
    expect(proposals('Feature: A\n  Gi')?.labels).toContain('Given');
    expect(proposals('Feature: A\n  Some words')).toBeUndefined();
    expect(proposals('Feature: A\n  ', true)?.labels).toContain('Scenario:');
  });
});

const scenario = (code: string, name: string, texts: readonly string[] = []): FeatureScenario => ({
  scenario: ScenarioCode.parse(code),
  name,
  keyword: 'Scenario',
  issueKeys: [],
  steps: texts.map((text, index) => ({ index, keyword: 'Given', text })),
});

it('known steps appear once each, linked ones first, even those that only a link mentions', () => {
  const scenarios = [scenario('f1.s1', 'A', ['red', 'black', 'red']), scenario('f1.s2', 'B', ['black'])];
  const featureCode = FeatureCode.parse('f1');
  const feature: FeatureEntry = { featureCode, name: 'F', file: 'f', issueKeys: [], revision: '', scenarios };
  const link = { testCode: 't1' };
  const test = { testCode: 't1', moduleCode: 'm1', name: 'Do it', type: 'web', actionCount: 0 };
  const snapshot = ProjectSnapshot.parse({
    ...emptySnapshot(),
    links: { black: link, 'from elsewhere': link, dead: { testCode: 't9' } },
    tests: { t1: test },
    modules: { m1: { moduleCode: 'm1', name: 'Shop', tests: ['t1'], rank: 0 } },
  });
  const steps = knownSteps([feature], snapshot);
  expect(steps).toEqual([
    { text: 'black', test: 'Shop / Do it' },
    { text: 'from elsewhere', test: 'Shop / Do it' },
    { text: 'dead' },
    { text: 'red' },
  ]);
});

it('a scenario is found in the text, even among others of the same name', () => {
  const text = 'Feature: F\n\n  Scenario: A\n  Scenario: B\n  Scenario:A\n';
  const all = [scenario('f1.s1', 'A'), scenario('f1.s2', 'B'), scenario('f1.s3', 'A')];
  expect(all.map(({ scenario: code }) => lineOfScenario(text, all, code))).toEqual([3, 4, 5]);
  expect(lineOfScenario(text, all, 'f1.s9')).toBeUndefined();
  expect(lineOfScenario('Feature: F\n', all, 'f1.s1')).toBeUndefined();
});

it('a file keeps its line ends and its byte order mark when it is saved', () => {
  const file = '\uFEFFFeature: A\r\n\r\n  Scenario: B\r\n';
  expect(shownText(file)).toBe('Feature: A\n\n  Scenario: B\n');
  expect(writtenText(shownText(file), file)).toBe(file);
  expect(writtenText('Feature: A\n', 'Feature: B\n')).toBe('Feature: A\n');
});
