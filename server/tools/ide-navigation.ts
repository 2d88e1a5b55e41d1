import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, ScenarioReference, TestReference } from '../../model/names/codes.ts';
import { findModule } from '../../model/project/edits/modules.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { IdeId } from '../../model/protocol/channel/channel.ts';
import type { IdeSelection } from '../../model/protocol/channel/selection.ts';
import type { FeatureCatalog } from '../feature-sync/feature-catalog.ts';
import { findFeature, findScenario } from '../feature-sync/find-feature.ts';
import { codedFeatures } from '../feature-sync/keep-codes.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { IdeView, ideView } from './define/ide-choice.ts';
import { idesOf, requireIde } from './define/ide-window.ts';
import { versionOf } from './define/version.ts';
import { PLACE } from './tests/test-edits.ts';

const defineTool = toolsOf('ide');

interface FeaturePlace {
  feature?: string | undefined;
  scenario?: string | undefined;
}

function chosenFeature(catalog: FeatureCatalog, { feature, scenario }: FeaturePlace): IdeSelection {
  const of = feature === undefined ? undefined : findFeature(catalog, feature).entry.featureCode;
  if (scenario === undefined) return { feature: of };
  const found = findScenario(catalog, scenario).scenario;
  const own = found.feature.entry.featureCode;
  if (of === undefined || of === own) return { feature: own, scenario: found.scenario };
  throw new AppError('invalid-params', `Scenario ${found.scenario} is one of ${own}, not of ${of}.`, {
    field: 'scenario',
  });
}

interface IdePlace extends z.output<z.ZodObject<typeof PLACE>> {
  moduleId?: ModuleCode | undefined;
  testId?: TestReference | undefined;
}

function selectionOf(content: VersionContent, { moduleId, testId, actionIndex, actionId }: IdePlace): IdeSelection {
  if (testId === undefined) {
    if (moduleId === undefined)
      throw new AppError('invalid-params', 'Name a module, a test, a feature or a scenario to go to.', {
        field: 'moduleId',
      });
    return { moduleId: findModule(content, moduleId, 'moduleId').moduleCode };
  }
  const { module, test } = findTest(content, testId, moduleId, { test: 'testId', module: 'moduleId' });
  const place = { moduleId: module.moduleCode, testId: test.testCode };
  if (actionIndex === undefined && actionId === undefined) return place;
  const action = test.actions.find((candidate, index) => index === actionIndex || candidate.actionId === actionId);
  if (action !== undefined) return { ...place, actionId: action.actionId };
  throw new AppError(
    'not-found',
    `Test ${test.testCode} has ${test.actions.length} actions; none is ${actionId ?? actionIndex}.`,
    {
      field: actionIndex === undefined ? 'actionId' : 'actionIndex',
      next: 'getActions',
    },
  );
}

export const navigateTo = defineTool({
  name: 'navigateTo',
  scope: 'write',
  title: 'Go to a place in the IDE',
  summary: 'Go to a module, a test or an action, or to a feature, in the IDE, and get what is chosen in it then.',
  input: {
    moduleId: ModuleCode.optional().describe('e.g. m1'),
    testId: TestReference.optional().describe('e.g. t57 or m1.t57'),
    ...PLACE,
    feature: z.string().min(1).max(1_000).optional().describe('Instead: its code, path or name, e.g. f1'),
    scenario: ScenarioReference.optional().describe('Of a feature: e.g. f1.s2'),
  },
  output: IdeView,
  errors: ['not-found', 'timeout'],
  examples: [{ moduleId: 'm1', testId: 't1' }, { feature: 'f1' }],
  hints: { idempotent: true },
  async run({ ideId, versionId, feature, scenario, ...given }, context) {
    const ide = await requireIde(context, ideId);
    const content = versionOf(context, versionId ?? ide.report.versionId);
    const isFeature = feature !== undefined || scenario !== undefined;
    const { moduleId, testId, actionIndex, actionId } = given;
    if (isFeature && [moduleId, testId, actionIndex, actionId].some(each => each !== undefined))
      throw new AppError('invalid-params', 'Name either a test, or a feature, to go to.', { field: 'feature' });
    const report = await context.bridge.ides.navigate(
      ide.ideId,
      {
        projectId: content.project.projectId,
        versionId: content.version.versionId,
        ...(isFeature
          ? {
              tab: 'features' as const,
              selection: chosenFeature((await codedFeatures(context.project.store, content)).catalog, {
                feature,
                scenario,
              }),
            }
          : { tab: 'modules' as const, selection: selectionOf(content, given) }),
      },
      { signal: context.signal },
    );
    return ideView(context, { ...ide, report });
  },
});

const UrlReply = z.strictObject({ url: z.string(), ideId: IdeId.optional().describe('Missing while none is open') });

export const getIDEUrl = defineTool({
  name: 'getIDEUrl',
  scope: 'read',
  title: 'Get the IDE address',
  summary: 'Get the address that the IDE shows, or would show for the project.',
  needsIde: 'never',
  output: UrlReply,
  errors: ['ide-not-open'],
  run(_input, context) {
    const [ide] = idesOf(context);
    if (ide !== undefined) return { url: ideView(context, ide).url, ideId: ide.ideId };
    const url = context.page.addressOf(context.project.projectId);
    if (url === undefined) throw new AppError('ide-not-open', 'No service is running that could show the IDE.');
    return { url };
  },
});

/** Refuses addresses of other sites and of other projects. */
function ownPath({ page, project }: ToolContext, text: string): string {
  const base = page.addressOf(undefined);
  const url = URL.parse(text, base);
  if (url === null || !page.ownUrls().includes(url.origin))
    throw new AppError('invalid-params', `"${text}" is no address of this service.`, {
      field: 'url',
      expected: page.addressOf(project.projectId) ?? 'an address of the IDE',
    });
  const [, folder, projectId] = url.pathname.split('/');
  if (folder !== 'p' || projectId !== project.projectId)
    throw new AppError('forbidden', `The address ${url.pathname} is outside the project "${project.projectId}".`, {
      field: 'url',
      expected: `an address that begins with /p/${project.projectId}`,
    });
  return `${url.pathname}${url.search}`;
}

export const setIDEUrl = defineTool({
  name: 'setIDEUrl',
  scope: 'write',
  title: 'Set the IDE address',
  summary: 'Set the address that the IDE shows, or with which the next openIDE begins.',
  input: { url: z.string().min(1).max(8_000).describe('e.g. /p/shop/main/modules/m1') },
  needsIde: 'never',
  output: UrlReply,
  errors: ['forbidden', 'timeout'],
  examples: [{ url: '/p/sample/main/modules/m1' }],
  hints: { idempotent: true },
  async run({ url }, context) {
    const path = ownPath(context, url);
    const [ide] = idesOf(context);
    const { bridge, page, project, signal } = context;
    if (ide === undefined) {
      page.startPaths.set(project.projectId, path);
      return { url: page.addressOf(project.projectId) ?? path };
    }
    const report = await bridge.ides.navigate(ide.ideId, { path }, { signal });
    return { url: ideView(context, { ...ide, report }).url, ideId: ide.ideId };
  },
});
