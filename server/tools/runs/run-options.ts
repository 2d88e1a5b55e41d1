import { z } from 'zod';
import { Name, Tag } from '../../../model/names/codes.ts';
import { Device } from '../../../model/project/browser-faults.ts';
import { Isolation } from '../../../model/project/isolation.ts';
import { KeptOf } from '../../../model/project/kept-of.ts';
import { Retries, Workers } from '../../../model/project/project.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { parseTagExpression, type TagFilter } from '../../../model/values/tag-expression.ts';
import { codedFeatures } from '../../feature-sync/keep-codes.ts';
import type { ScenarioTarget } from '../../runs/plan/plan-scenarios.ts';
import type { RunRequest } from '../../runs/plan/run-request.ts';
import { selectScenarios } from '../../runs/plan/select-scenarios.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { EnvironmentInput } from '../define/ide-choice.ts';
import { RunEndReply } from './run-end.ts';
import { Wait } from './run-status.ts';

interface WantedScenarios {
  features?: readonly string[] | undefined;
  scenarios?: readonly string[] | undefined;
  tags?: TagsInput | undefined;
}

interface ScenarioRun extends Pick<RunRequest, 'content' | 'targets'> {
  scenarios: readonly ScenarioTarget[];
  warnings: readonly string[];
}

/** The scenarios that a call wants to run. Errors: `not-found`, `invalid-params`. */
export async function scenariosToRun(
  { project }: Pick<ToolContext, 'project'>,
  version: VersionContent,
  { tags, ...wanted }: WantedScenarios,
): Promise<ScenarioRun> {
  const { content, catalog } = await codedFeatures(project.store, version);
  const { targets, warnings } = selectScenarios(catalog, { ...wanted, isChosen: tagFilterOf(tags) });
  return { content, targets: [], scenarios: targets, warnings };
}

/** An expression, or a list of tags that must all be there. */
export const TagsInput = z.union([z.string().min(1).max(2_000), z.array(Tag).max(20)]);
export type TagsInput = z.infer<typeof TagsInput>;

/** Without tags every scenario passes. Errors: `invalid-params`. */
export function tagFilterOf(tags: TagsInput | undefined): TagFilter {
  if (tags === undefined || tags.length === 0) return () => true;
  return parseTagExpression(typeof tags === 'string' ? tags : tags.join(' and '));
}

export const RUN_FIELDS = {
  environment: EnvironmentInput,
  role: Name.optional().describe('Who is signed in; default: the role of the test, else the first one; "none": nobody'),
  slowMoMs: z.number().int().min(0).max(10_000).optional().describe("Pause after each action; default: the project's"),
  screenshots: z.enum(['off', 'failure', 'each']).optional().describe('Default: failure'),
  video: KeptOf.optional().describe(
    'Keep a video: of each test, of what is run again or of what fails; needs ffmpeg. Default: that of the project, else off',
  ),
  trace: KeptOf.optional().describe(
    'Keep the page around every action, of the same as video. Default: that of the project, else on',
  ),
  workers: Workers.optional().describe(
    'Windows side by side; default: that of the project, else 1. What can be paused, by breakpoints or for an IDE, has one',
  ),
  retries: Retries.optional().describe(
    'How often what fails is run again; default: that of the project, else 0. The tag @retries:N says it for a test',
  ),
  repeatEach: z
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('How many times each test runs, each with a result of its own. Default: 1'),
  devices: z
    .array(Device)
    .min(1)
    .max(20)
    .optional()
    .describe('Each test runs once on each, e.g. ["iPhone 15", "Pixel 8"]. Default: once, in the browser it has'),
  isolation: Isolation.optional().describe(
    'clean: the window of an earlier test is used again, made as new; fresh: a new one for each test. Default: that of the project, else clean. The tag @isolation:fresh says it for a test',
  ),
  wait: Wait.describe('Seconds to wait for the end or a pause; default 0, most 25'),
};

export const STARTS_RUN = {
  output: RunEndReply,
  errors: ['not-found', 'run-in-progress', 'taken-over', 'busy', 'invalid-project', 'browser-missing'],
  hints: { openWorld: true },
} as const;
