import { z } from 'zod';

export const code = <Brand extends string>(form: RegExp, inWords: string, brand: Brand) =>
  z.string().regex(form, inWords).brand(brand);

/** A letter and a number given by the service, never used twice. */
export const ModuleCode = code(/^m[1-9]\d{0,8}$/, 'a module code such as "m1"', 'ModuleCode');
export type ModuleCode = z.infer<typeof ModuleCode>;

export const TestCode = code(/^t[1-9]\d{0,8}$/, 'a test code such as "t1"', 'TestCode');
export type TestCode = z.infer<typeof TestCode>;

export const ActionId = code(/^a[1-9]\d{0,8}$/, 'an action id such as "a1"', 'ActionId');
export type ActionId = z.infer<typeof ActionId>;

export const EnvironmentCode = code(/^e[1-9]\d{0,8}$/, 'an environment code such as "e1"', 'EnvironmentCode');
export type EnvironmentCode = z.infer<typeof EnvironmentCode>;

export const FeatureCode = code(/^f[1-9]\d{0,8}$/, 'a feature code such as "f1"', 'FeatureCode');
export type FeatureCode = z.infer<typeof FeatureCode>;

export const ScenarioCode = code(/^f[1-9]\d{0,8}\.s[1-9]\d{0,8}$/, 'a scenario code such as "f1.s2"', 'ScenarioCode');
export type ScenarioCode = z.infer<typeof ScenarioCode>;

/** `f1.s2`, or `f1.s2.r0` with the zero-based index of an example row. */
export const ScenarioReference = code(
  /^f[1-9]\d{0,8}\.s[1-9]\d{0,8}(\.r\d{1,9})?$/,
  'a scenario code such as "f1.s2" or "f1.s2.r0"',
  'ScenarioReference',
);
export type ScenarioReference = z.infer<typeof ScenarioReference>;

export const TestReference = code(
  /^(m[1-9]\d{0,8}\.)?t[1-9]\d{0,8}$/,
  'a test code such as "t1" or "m1.t1"',
  'TestReference',
);
export type TestReference = z.infer<typeof TestReference>;

export const ProjectId = code(
  /^[a-z0-9][a-z0-9_-]{0,63}$/,
  'a project id: lower-case letters, digits, "-" and "_", at most 64',
  'ProjectId',
);
export type ProjectId = z.infer<typeof ProjectId>;

export const SAMPLE_PROJECT_ID = ProjectId.parse('sample');

export const VersionId = code(
  /^[a-z0-9][a-z0-9_-]{0,63}$/,
  'a version id: lower-case letters, digits, "-" and "_", at most 64',
  'VersionId',
);
export type VersionId = z.infer<typeof VersionId>;

export const RunId = code(/^r[1-9]\d{0,8}$/, 'a run id such as "r128"', 'RunId');
export type RunId = z.infer<typeof RunId>;

export const MAIN_VERSION = VersionId.parse('main');

export const CODE_LETTERS = ['m', 't', 'a', 'e', 'f'] as const;
export type CodeLetter = (typeof CODE_LETTERS)[number];

export const codeNumber = (code: string): number => Number(code.slice(1));

export function readTestReference(reference: string): { moduleCode?: ModuleCode; testCode: TestCode } {
  const dot = reference.indexOf('.');
  if (dot < 0) return { testCode: TestCode.parse(reference) };
  return {
    moduleCode: ModuleCode.parse(reference.slice(0, dot)),
    testCode: TestCode.parse(reference.slice(dot + 1)),
  };
}

export function readScenarioReference(reference: string): { scenario: ScenarioCode; row?: number } {
  const [feature, scenario, row] = reference.split('.');
  const code = ScenarioCode.parse(`${feature}.${scenario}`);
  return row === undefined ? { scenario: code } : { scenario: code, row: Number(row.slice(1)) };
}

export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine(text => text.trim().length > 0, 'a name that is not blank')
  .refine(text => !/\p{Cc}/u.test(text), 'one line without control characters');

export const Comment = z.string().max(10_000);

export const TextValue = z.string().max(1_000_000);

export const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'a name of letters, digits and "_" that does not start with a digit');

export const ActorName = z
  .string()
  .min(1)
  .max(40)
  .refine(text => text.trim() === text, 'a name without surrounding spaces')
  .refine(text => !/\p{Cc}/u.test(text), 'one line without control characters');

export const Tag = z.string().regex(/^@?[^\s@,()]{1,100}$/, 'a tag such as "@smoke", without spaces');

export const DataValues = z.record(VariableName, z.union([z.string().max(100_000), z.number(), z.boolean()]));
export type DataValues = z.infer<typeof DataValues>;
