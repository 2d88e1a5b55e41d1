/** Arguments and replies as the tool registry declares them: page and service are of one build. */
import type { ArgumentsOf, ReplyOf, ToolName } from '../../server/tools/index.ts';
import type { EditOperation } from './edits.ts';

export type { ArgumentsOf, ReplyOf, ToolName };

export type EditReply = ReplyOf<EditOperation['tool']>;

export type RunEntry = ReplyOf<'getRuns'>['runs'][number];
export type LastResult = NonNullable<ReplyOf<'getLastResult'>['last']>;
export type BreakpointEntry = ReplyOf<'getBreakpoints'>['breakpoints'][number];

type ListedFeature = ReplyOf<'getFeatures'>['features'][number];
type ListedScenario = ListedFeature['scenarios'][number];
type ListedStep = ListedScenario['steps'][number];

/** Links come with the project, which changes without the feature. */
export type FeatureStep = Pick<ListedStep, 'index' | 'keyword' | 'text' | 'background' | 'table' | 'docString'>;
export type FeatureScenario = Omit<ListedScenario, 'steps'> & { steps: readonly FeatureStep[] };
export type FeatureEntry = Omit<ListedFeature, 'scenarios' | 'source'> & { scenarios: readonly FeatureScenario[] };
export type FeatureFault = NonNullable<ListedFeature['errors']>[number];

/** One that was picked earlier has only its locators. */
type Picked = ReplyOf<'pickElement'>['element'];
export type PickedElement = Pick<Picked, 'locator' | 'fallbacks'> &
  Partial<Pick<Picked, 'role' | 'name' | 'value' | 'state' | 'content' | 'matches'>>;

export type Suggestion = ReplyOf<'suggestLinks'>['suggestions'][number];
export type LinkedReply = ReplyOf<'linkStep'>;
export type LinkedText = NonNullable<LinkedReply['texts']>[number];
export type RedStepsReply = ReplyOf<'getUnlinkedSteps'>;
export type RedGroup = RedStepsReply['groups'][number];
