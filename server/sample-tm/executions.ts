import { z } from 'zod';
import { issueKeyOf, testKeysIn } from './export-features.ts';

const Tagged = z.looseObject({ tags: z.array(z.looseObject({ name: z.string() })).optional() });

/** As much of Cucumber JSON as the service looks at. */
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

/** An execution that was made of a report. */
export interface Execution {
  id: string;
  key: string;
  /** What was told besides the report. */
  info?: unknown;
  tests: { key: string; scenario: string; status: string }[];
  report: unknown;
}

export type Imported = { execution: Execution; error?: undefined } | { execution?: undefined; error: string };

const FIRST_KEY = 900;

/** The executions of a service, in memory. */
export class Executions {
  readonly all: Execution[] = [];

  import(report: unknown, info: unknown): Imported {
    const parsed = Report.safeParse(report);
    if (!parsed.success)
      return { error: `Unexpected format of the report: ${z.prettifyError(parsed.error).slice(0, 300)}` };
    const tests = parsed.data.flatMap(feature =>
      feature.elements.flatMap(({ tags = [], name, steps }) => {
        const keys = testKeysIn([...(feature.tags ?? []), ...tags].map(tag => tag.name));
        const status = statusOf(steps.map(({ result }) => result.status));
        return keys.map(key => ({ key, scenario: name, status }));
      }),
    );
    if (tests.length === 0) return { error: 'There are no valid tests imported' };
    return { execution: this.#fill(this.#named(parsed.data) ?? this.#make(), { tests, info, report }) };
  }

  /** The first issue key among the tags of a feature decides which execution is filled. */
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

  /** What it knows already of other tests stays. */
  #fill(execution: Execution, { tests, info, report }: Pick<Execution, 'tests' | 'info' | 'report'>): Execution {
    const told = new Set(tests.map(({ key }) => key));
    execution.tests = [...execution.tests.filter(({ key }) => !told.has(key)), ...tests];
    execution.report = report;
    if (info !== undefined) execution.info = info;
    return execution;
  }
}

function statusOf(steps: readonly string[]): string {
  if (steps.includes('failed')) return 'FAILED';
  return steps.every(status => status === 'passed') ? 'PASSED' : 'TO DO';
}
