/** What the page reads of the answers of tools. Fields that it does not use are let through. */
import { z } from 'zod';
import { ActionId, ModuleCode, TestCode } from '../../model/names/codes.ts';
import { ActionResult, GitHead } from '../../model/run/run.ts';

export const ScreenshotReply = z.object({
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  base64: z.string(),
});
export type ScreenshotReply = z.infer<typeof ScreenshotReply>;

export const RunEntry = z.object({
  runId: z.string(),
  title: z.string(),
  testCode: z.string().optional(),
  state: z.string(),
  environment: z.string().optional(),
  git: GitHead.optional(),
  ci: z.string().optional(),
  startedAt: z.string(),
  elapsedMs: z.number(),
  startedBy: z.string(),
  items: z.number(),
  passed: z.number(),
  failed: z.number().optional(),
  error: z.number().optional(),
  notImplemented: z.number().optional(),
});
export type RunEntry = z.infer<typeof RunEntry>;
export const RunsReply = z.object({ runs: z.array(RunEntry), total: z.number() });

export const StartedReply = z.object({ runId: z.string() });

/** How a scenario and its steps ended. */
const ScenarioStates = z.object({
  scenario: z.string(),
  row: z.number().optional(),
  state: z.string(),
  steps: z.array(z.object({ index: z.number(), state: z.string() })),
});

export const ResultsReply = z.object({
  runId: z.string(),
  state: z.string(),
  testId: z.string().optional(),
  actions: z.array(ActionResult.partial({ screenshot: true })).optional(),
  scenarios: z.array(ScenarioStates).optional(),
  /** There are more than these. */
  omitted: z.string().optional(),
});

/** A page of a run, as far as it says how scenarios ended. */
export const ScenariosReply = z.object({
  run: z.object({ scenarios: z.array(ScenarioStates).default([]) }),
  nextCursor: z.string().optional(),
});

export const BreakpointEntry = z.object({
  breakpointId: z.string(),
  testId: z.string(),
  actionId: z.string(),
  condition: z.string().optional(),
  hitCount: z.number().optional(),
  enabled: z.boolean().optional(),
});
export type BreakpointEntry = z.infer<typeof BreakpointEntry>;
export const BreakpointsReply = z.object({ breakpoints: z.array(BreakpointEntry) });

/** Which test a step is linked to stands with the project, not with the feature. */
export const FeatureStep = z.object({
  index: z.number(),
  keyword: z.string(),
  text: z.string(),
  background: z.boolean().optional(),
  table: z.array(z.array(z.string())).optional(),
  docString: z.string().optional(),
});
export type FeatureStep = z.infer<typeof FeatureStep>;

const ExampleRow = z.object({ values: z.record(z.string(), z.string()), tags: z.array(z.string()) });

export const FeatureScenario = z.object({
  scenario: z.string(),
  name: z.string(),
  keyword: z.string(),
  issueKeys: z.array(z.string()),
  tags: z.array(z.string()).optional(),
  /** How many; `examples` holds them where the feature was asked for by itself. */
  rows: z.number().optional(),
  columns: z.array(z.string()).optional(),
  /** Where examples have tags of their own: those of the rows. */
  rowTags: z.array(z.array(z.string())).optional(),
  examples: z.array(ExampleRow).optional(),
  steps: z.array(FeatureStep),
});
export type FeatureScenario = z.infer<typeof FeatureScenario>;

export const FeatureFault = z.object({ line: z.number().optional(), message: z.string() });
export type FeatureFault = z.infer<typeof FeatureFault>;

export const FeatureEntry = z.object({
  featureCode: z.string(),
  name: z.string(),
  file: z.string(),
  issueKeys: z.array(z.string()),
  revision: z.string(),
  scenarios: z.array(FeatureScenario),
  errors: z.array(FeatureFault).optional(),
});
export type FeatureEntry = z.infer<typeof FeatureEntry>;
export const FeaturesReply = z.object({
  features: z.array(FeatureEntry),
  nextCursor: z.string().optional(),
  lastSync: z.string().optional(),
});

export const ValidatedFeatureReply = z.object({ errors: z.array(FeatureFault) });

export const FeatureTextReply = z.object({ feature: z.object({ revision: z.string(), text: z.string() }) });

export const EditedFeatureReply = z.object({ feature: z.object({ featureCode: z.string(), revision: z.string() }) });

export const ModuleReply = z.object({ module: z.object({ moduleCode: ModuleCode }) });
export const TestReply = z.object({ test: z.object({ testCode: TestCode, moduleCode: ModuleCode }) });
export const ActionReply = z.object({ action: z.object({ actionId: ActionId }) });
export const ActionsReply = z.object({ actions: z.array(z.object({ actionId: ActionId })) });
const EditedReply = z.object({
  action: z.looseObject({ actionId: ActionId }).optional(),
  actions: z.array(z.looseObject({ actionId: ActionId })).optional(),
});

/** The actions of an answer, one or several, by their ids. */
export function editedActions(reply: unknown): Record<string, object> {
  const { action, actions = [] } = EditedReply.safeParse(reply).data ?? {};
  const all = action === undefined ? actions : [action, ...actions];
  return Object.fromEntries(all.map(one => [one.actionId, one]));
}
export const FoundReply = z.object({
  hits: z.array(
    z.object({
      moduleCode: ModuleCode,
      testCode: TestCode,
      actionId: ActionId,
      name: z.string(),
      excerpt: z.string(),
    }),
  ),
});
const SuggestionView = z.object({
  moduleCode: ModuleCode,
  testCode: TestCode,
  name: z.string(),
  moduleName: z.string(),
  score: z.number(),
  like: z.string().optional(),
});
export type Suggestion = z.infer<typeof SuggestionView>;
export const SuggestionsReply = z.object({ suggestions: z.array(SuggestionView) });
const LinkedText = z.object({
  text: z.string(),
  steps: z.number(),
  parameters: z.record(z.string(), z.string()).optional(),
  lost: z.array(z.string()).optional(),
});
export type LinkedText = z.infer<typeof LinkedText>;
export const LinkedReply = z.object({
  linked: z.number(),
  valuesTo: z.array(z.string()).default([]),
  texts: z.array(LinkedText).default([]),
  leftOut: z.array(LinkedText).default([]),
  omitted: z.string().optional(),
});
export type LinkedReply = z.infer<typeof LinkedReply>;
const Coverage = { steps: z.number(), scenarios: z.number(), playable: z.number() };
const RedGroup = z.object({
  pattern: z.string(),
  ...Coverage,
  texts: z.array(z.object({ text: z.string(), ...Coverage })),
  suggestions: z.array(SuggestionView).default([]),
});
export type RedGroup = z.infer<typeof RedGroup>;
export const RedStepsReply = z.object({
  groups: z.array(RedGroup),
  total: z.number(),
  steps: z.number(),
  scenarios: z.number(),
});
export type RedStepsReply = z.infer<typeof RedStepsReply>;
export const UnlinkedReply = z.object({ unlinked: z.number() });
export const UndoReply = z.object({ undone: z.object({ title: z.string(), by: z.string() }) });
export const RedoReply = z.object({ redone: z.object({ title: z.string(), by: z.string() }) });
