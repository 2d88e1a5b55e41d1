/** The registry of tools: one line for each noun. Page, API and command line call the same tools. */

import type { z } from 'zod';
import * as actionValidation from './action-validation.ts';
import * as actions from './actions.ts';
import * as authentication from './authentication.ts';
import * as breakpoints from './breakpoints.ts';
import * as browser from './browser.ts';
import * as ci from './ci.ts';
import * as debugging from './debugging.ts';
import type { SharedArguments, Tool, ToolRegistry } from './define/define-tool.ts';
import * as environments from './environments.ts';
import * as exchange from './exchange.ts';
import * as extension from './extension.ts';
import * as featureEdits from './feature-edits.ts';
import * as featureImports from './feature-imports.ts';
import * as featurePushes from './feature-pushes.ts';
import * as featureRuns from './feature-runs.ts';
import * as featureServer from './feature-server.ts';
import * as featureValidation from './feature-validation.ts';
import * as features from './features.ts';
import * as files from './files.ts';
import * as guide from './guide.ts';
import * as health from './health.ts';
import * as ide from './ide.ts';
import * as ideNavigation from './ide-navigation.ts';
import * as jobs from './jobs.ts';
import * as lastResults from './last-results.ts';
import * as linkSuggestions from './link-suggestions.ts';
import * as links from './links.ts';
import * as liveAction from './live-action.ts';
import * as logs from './logs.ts';
import * as manyActions from './many-actions.ts';
import * as modules from './modules.ts';
import * as navigation from './navigation.ts';
import * as page from './page.ts';
import * as password from './password.ts';
import * as people from './people.ts';
import * as performActions from './perform-actions.ts';
import * as performed from './performed.ts';
import * as pictures from './pictures.ts';
import * as project from './project.ts';
import * as projectDeletion from './project-deletion.ts';
import * as projectUpkeep from './project-upkeep.ts';
import * as projects from './projects.ts';
import * as recentCalls from './recent-calls.ts';
import * as recording from './recording.ts';
import * as repairs from './repairs.ts';
import * as reports from './reports.ts';
import * as runControl from './run-control.ts';
import * as runs from './runs.ts';
import { search } from './search.ts';
import * as signIn from './sign-in.ts';
import * as testCopies from './test-copies.ts';
import * as testRuns from './test-runs.ts';
import * as tests from './tests.ts';
import * as tokens from './tokens.ts';
import { toolsOfTools } from './tools-of-tools.ts';
import * as uploads from './uploads.ts';
import * as versionDifferences from './version-differences.ts';
import * as versions from './versions.ts';
import * as watching from './watching.ts';

const NOUNS = [
  modules,
  tests,
  testCopies,
  exchange,
  actions,
  manyActions,
  actionValidation,
  environments,
  ide,
  ideNavigation,
  features,
  featureEdits,
  featureValidation,
  featureImports,
  featurePushes,
  featureServer,
  links,
  linkSuggestions,
  featureRuns,
  uploads,
  ci,
  runControl,
  testRuns,
  debugging,
  breakpoints,
  browser,
  extension,
  liveAction,
  performActions,
  performed,
  navigation,
  recording,
  watching,
  page,
  logs,
  authentication,
  signIn,
  project,
  projects,
  projectDeletion,
  projectUpkeep,
  recentCalls,
  guide,
  versions,
  versionDifferences,
  { search },
  files,
  runs,
  lastResults,
  health,
  reports,
  jobs,
  repairs,
  pictures,
  tokens,
  password,
  people,
] as const satisfies readonly Record<string, Tool>[];

type ToolsIn<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type KnownTool = ToolsIn<(typeof NOUNS)[number]>;

export type ToolName = KnownTool['name'];
type ToolNamed<Name extends ToolName> = Extract<KnownTool, { name: Name }>;

type GivenArguments<Value> = Value extends object
  ? { readonly [Key in keyof Value]: GivenArguments<Value[Key]> }
  : Value;

export type ArgumentsOf<Name extends ToolName> = GivenArguments<OwnArguments<NonNullable<ToolNamed<Name>['fields']>>> &
  SharedArguments;
type OwnArguments<Fields extends z.ZodRawShape> = keyof Fields extends never ? unknown : z.input<z.ZodObject<Fields>>;

export type ReplyOf<Name extends ToolName> = z.output<ToolNamed<Name>['output']>;

export function createToolRegistry(): ToolRegistry {
  const tools = new Map(NOUNS.flatMap((noun): Tool[] => Object.values(noun)).map(tool => [tool.name, tool]));
  for (const tool of toolsOfTools(tools)) tools.set(tool.name, tool);
  return tools;
}
