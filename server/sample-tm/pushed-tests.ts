import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type Feature, IdGenerator, type Scenario } from '@cucumber/messages';
import { issueKeyOf } from './export-features.ts';
import type { Requirement, TestIssue } from './issues.ts';

const PROJECT = 'SHOP';
const FIRST_NUMBER = 501;

interface PushedTest extends TestIssue {
  id: string;
}

interface Taken {
  tests: PushedTest[];
  errors: string[];
}

/** Pushed tests in memory, identified by key, else by name. */
export class PushedTests {
  readonly #tests: PushedTest[] = [];

  /** Each test is exported in a feature of its own, since none covers a requirement. */
  get requirements(): Requirement[] {
    return this.#tests.map(test => ({
      key: '',
      title: 'Feature: Default',
      description: '',
      background: [],
      tests: [test],
    }));
  }

  has(key: string): boolean {
    return this.#tests.some(test => test.key === key);
  }

  take(projectKey: string, texts: Readonly<Record<string, string>>): Taken | string {
    if (projectKey !== PROJECT) return `Project with key ${projectKey} does not exist.`;
    const errors: string[] = [];
    const tests = Object.entries(texts).flatMap(([file, text]) => {
      try {
        return scenariosOf(text).map(found => this.#keep(found));
      } catch (error) {
        errors.push(`Error parsing file ${file}: ${error instanceof Error ? error.message : error}`);
        return [];
      }
    });
    return tests.length === 0 && errors.length > 0 ? errors.join(' ') : { tests, errors };
  }

  #keep({ key, ...content }: Omit<TestIssue, 'key'> & { key: string | undefined }): PushedTest {
    const known = this.#tests.find(test => (key === undefined ? test.title === content.title : test.key === key));
    if (known !== undefined) return Object.assign(known, content);
    const number = FIRST_NUMBER + this.#tests.length;
    const test = { id: String(10_000 + number), key: key ?? `${PROJECT}-${number}`, ...content };
    this.#tests.push(test);
    return test;
  }
}

/** Scenarios without the steps of backgrounds. */
function scenariosOf(text: string) {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  const { feature } = parser.parse(text);
  const lines = text.split(/\r?\n/);
  const scenarios = inside(feature?.children ?? []);
  return scenarios.map((scenario, index) => {
    const next = scenarios[index + 1];
    const end = next === undefined ? lines.length : startOf(next) - 1;
    const tags = scenario.tags.map(({ name }) => name);
    const [title = '', ...body] = lines.slice(scenario.location.line - 1, end).map(line => line.trim());
    return {
      key: tags.map(issueKeyOf).find(key => key !== undefined),
      labels: tags.filter(tag => issueKeyOf(tag) === undefined).map(tag => tag.slice(1)),
      title,
      lines: body.slice(0, body.findLastIndex(line => line !== '') + 1),
    };
  });
}

const inside = (children: Feature['children']): Scenario[] =>
  children.flatMap(({ scenario, rule }) => [
    ...(scenario === undefined ? [] : [scenario]),
    ...(rule === undefined ? [] : inside([...rule.children])),
  ]);

const startOf = ({ tags, location }: Scenario): number =>
  Math.min(location.line, ...tags.map(tag => tag.location.line));
