import { z } from 'zod';
import { issueKeyOf, isTestKey } from './export-features.ts';
import type { PushedTests } from './pushed-tests.ts';

const Tagged = z.looseObject({ tags: z.array(z.looseObject({ name: z.string() })).optional() });

/** The part of Cucumber JSON that the service reads. */
const Report = z.array(
  Tagged.extend({
    name: z.string(),
    elements: z.array(
      Tagged.extend({
        name: z.string(),
        steps: z.array(z.looseObject({ keyword: z.string(), result: z.looseObject({ status: z.string() }) })),
      }),
    ),
  }),
);

/** Fields of a Jira issue, and those that Xray adds. */
const Info = z.looseObject({
  fields: z.looseObject({
    project: z.looseObject({ key: z.string() }),
    summary: z.string().min(1),
    issuetype: z.looseObject({}).optional(),
    fixVersions: z.array(z.strictObject({ name: z.string() })).optional(),
  }),
  xrayFields: z
    .strictObject({ environments: z.array(z.string()).optional(), testPlanKey: z.string().optional() })
    .optional(),
});
const NO_INFO = { fields: { project: { key: 'SHOP' }, summary: 'Execution' } };

export interface Execution {
  id: string;
  key: string;
  info?: unknown;
  environments?: readonly string[];
  tests: { key: string; scenario: string; status: string }[];
  report: unknown;
}

type Imported = { execution: Execution; error?: undefined } | { execution?: undefined; error: string };

const FIRST_KEY = 900;

export class Executions {
  readonly all: Execution[] = [];
  readonly #pushed: Pick<PushedTests, 'has'>;

  constructor(pushed: Pick<PushedTests, 'has'>) {
    this.#pushed = pushed;
  }

  import(report: unknown, info: unknown): Imported {
    const read = Info.safeParse(info ?? NO_INFO);
    if (!read.success) return { error: `Error assembling issue data: ${z.prettifyError(read.error).slice(0, 300)}` };
    const parsed = Report.safeParse(report);
    if (!parsed.success)
      return { error: `Unexpected format of the report: ${z.prettifyError(parsed.error).slice(0, 300)}` };
    const tests = parsed.data.flatMap(feature =>
      feature.elements.flatMap(({ tags = [], name, steps }) => {
        const keys = this.#testKeysIn([...(feature.tags ?? []), ...tags].map(tag => tag.name));
        const status = statusOf(steps.map(({ result }) => result.status));
        return keys.map(key => ({ key, scenario: name, status }));
      }),
    );
    if (tests.length === 0) return { error: 'There are no valid tests imported' };
    const execution = this.#fill(this.#named(parsed.data) ?? this.#make(), { tests, info, report });
    const { environments } = read.data.xrayFields ?? {};
    if (environments !== undefined) execution.environments = environments;
    return { execution };
  }

  #testKeysIn(tags: readonly string[]): string[] {
    return tags.flatMap(tag => {
      const key = issueKeyOf(tag);
      return key !== undefined && (isTestKey(key) || this.#pushed.has(key)) ? [key] : [];
    });
  }

  /** The first issue key among the tags of a feature names the execution to fill. */
  #named(features: z.infer<typeof Report>): Execution | undefined {
    const keys = features.map(({ tags = [] }) =>
      tags.map(({ name }) => issueKeyOf(name)).find(key => key !== undefined),
    );
    return this.all.find(({ key }) => keys.includes(key));
  }

  #make(): Execution {
    const number = FIRST_KEY + this.all.length + 1;
    const execution = { id: String(10_000 + number), key: `SHOP-${number}`, tests: [], report: [] };
    this.all.push(execution);
    return execution;
  }

  /** Keeps the results of other tests. */
  #fill(execution: Execution, { tests, info, report }: Pick<Execution, 'tests' | 'info' | 'report'>): Execution {
    const reported = new Set(tests.map(({ key }) => key));
    execution.tests = [...execution.tests.filter(({ key }) => !reported.has(key)), ...tests];
    execution.report = report;
    if (info !== undefined) execution.info = info;
    return execution;
  }
}

function statusOf(steps: readonly string[]): string {
  if (steps.includes('failed')) return 'FAILED';
  return steps.every(status => status === 'passed') ? 'PASSED' : 'TO DO';
}
