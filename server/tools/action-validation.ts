import { z } from 'zod';
import type { Action } from '../../model/actions/index.ts';
import { isAppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode, TestReference } from '../../model/names/codes.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import { findModule } from '../../model/project/edits/modules.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import type { Module } from '../../model/project/module.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { AppWindow } from '../../model/protocol/app-window.ts';
import type { PlannedItem, ProbeRequest } from '../../model/protocol/bridge.ts';
import type { ElementProbe, ProbeAnswer } from '../../model/protocol/element-probe.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { readDataRows } from '../runs/plan/data-rows.ts';
import { environmentValues } from '../runs/plan/environment-values.ts';
import { findProjectFile } from '../runs/plan/find-project-file.ts';
import { type CheckedAction, checkActions, checkNames } from '../validation/check-actions.ts';
import { KnownNames } from '../validation/known-names.ts';
import { type Lookup, planLookups, readLookups, type Said } from '../validation/plan-lookups.ts';
import { defineTool, type ToolContext } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { PAGE_FIELDS, takeFitting } from './define/paging.ts';
import { versionOf } from './define/version.ts';
import { checkFiles } from './tests/test-edits.ts';
import { limitsOf } from './window/app-window.ts';

const LOOKUP_LIMIT_MS = 20_000;

const ValidatedView = z.strictObject({
  actionIndex: z.number().int(),
  type: z.string(),
  matches: z.number().int().optional().describe('How many elements match its locator'),
  element: z
    .strictObject({
      role: z.string().optional(),
      name: ObservedText.optional(),
      tag: z.string(),
      text: ObservedText.optional(),
    })
    .optional()
    .describe('The first of them'),
  error: z
    .strictObject({
      message: ObservedText,
      field: z.string().optional(),
      candidates: z.array(ObservedText).optional().describe('Locators of likely elements, best first'),
    })
    .optional(),
  better: ObservedText.optional().describe('A unique, more stable locator'),
  notChecked: z.string().optional().describe('Why it cannot be checked on the page'),
});

export const validateActions = defineTool({
  name: 'validateActions',
  group: 'actions',
  scope: 'write',
  title: 'Validate actions',
  summary:
    'Check actions before storing them: their fields, blocks, files, names in values, and what their locators find on the live page. Performs and stores nothing. First open the page they start on.',
  input: {
    actions: z.array(z.unknown()).min(1).max(1_000).describe('In order: [{type, …}] with the fields of createAction'),
    moduleCode: ModuleCode.optional().describe('Module they are for, e.g. m1'),
    testCode: TestReference.optional().describe('Test they are for: its parameters and data fill {{ values }}'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    actions: z.array(ValidatedView),
    url: ObservedText.optional().describe('Page that was looked at; of several that of whoever acts first'),
    hint: z.string().optional(),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['not-found'],
  examples: [{ actions: [{ type: 'click', locator: "getByRole('button', { name: 'Sign in' })" }] }],
  hints: { idempotent: true, openWorld: true },
  async run(input, context) {
    const place = await placeOf(input, context);
    const { request, names } = await surroundingsOf(input.environment, place, context);
    const checked = checkActions(input.actions, place);
    checkNames(checked, names);
    for (const { actionIndex, field, fault } of await checkFiles(checked, file =>
      findProjectFile(context.project.folder, file),
    )) {
      const one = checked[actionIndex];
      if (one !== undefined) one.error ??= { message: `"${field}": ${fault}.`, field };
    }
    const base = await baseOf(context, place.test, request.environment.apps);
    const resolve = (to: string) => (URL.canParse(to, base) ? new URL(to, base).href : undefined);
    const windows = windowsFor(context, place.test);
    const urlIn = (actor: string | undefined) => windows.open(actor)?.url();
    const lookups = planLookups(checked, names, { windowOf: windows.nameFor, urlIn, resolve });
    const { answers, hint, url } = await lookUp(context, { lookups, windows }, request);
    const said = readLookups(checked, lookups, answers);
    const views = checked.map((one, actionIndex) => viewOf(one, actionIndex, said[actionIndex]));
    const shown = takeFitting(views);
    const left = views.length - shown.length;
    return {
      actions: shown,
      url,
      hint,
      ...(left === 0 ? {} : { omitted: `${left} of ${views.length} left out: validate fewer actions at a time.` }),
    };
  },
});

interface CheckedPlace {
  content: VersionContent;
  test: Test | undefined;
  item: PlannedItem;
  /** False when the rows that the actions will run with are not known. */
  knowsRows: boolean;
}

interface PlaceInput {
  versionId?: string | undefined;
  moduleCode?: ModuleCode | undefined;
  testCode?: TestReference | undefined;
}

const NO_TEST: Test = { testCode: TestCode.parse('t1'), name: 'none', type: 'web', actions: [] };
const NO_MODULE: Module = { format: 1, moduleCode: ModuleCode.parse('m1'), name: 'none', rank: 1, tests: [] };

async function placeOf({ versionId, moduleCode, testCode }: PlaceInput, context: ToolContext<'folder'>) {
  const content = versionOf(context, versionId);
  if (testCode === undefined) {
    const module = moduleCode === undefined ? NO_MODULE : findModule(content, moduleCode);
    return { content, test: undefined, item: { module, test: NO_TEST, parameters: {} }, knowsRows: false };
  }
  const { module, test } = findTest(content, testCode, moduleCode);
  const item = { module, test, parameters: {} };
  // Rows that cannot be read are reported when the test runs; here they only leave values unknown.
  const rows = await readDataRows(context.project.folder, test).catch(() => null);
  const [values] = rows ?? [];
  const row = values === undefined ? {} : { row: { index: 0, values } };
  return { content, test, item: { ...item, ...row }, knowsRows: rows !== null };
}

async function surroundingsOf(wanted: string | undefined, place: CheckedPlace, context: ToolContext) {
  const { content, item, test } = place;
  const { project } = context.project.store.content;
  const name = environmentOf(context, content, { environment: wanted }) ?? project.defaultEnvironment;
  const chosen = name === undefined ? content.environments.environments[0] : findEnvironment(content, name);
  const environment = environmentValues(context.project, content, chosen);
  const projectData = project.data ?? {};
  const row = place.knowsRows ? (item.row?.values ?? {}) : undefined;
  const names = new KnownNames({ test, row, moduleData: item.module.data ?? {}, projectData, environment });
  const request = { projectId: context.project.projectId, content, projectData, environment, item };
  return { names, request };
}

async function baseOf(
  context: ToolContext,
  test: Test | undefined,
  apps: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { project } = context.project.store.content;
  const own = test?.app === undefined ? undefined : apps[test.app];
  const base =
    own ?? (await context.apps.resolve(project.appUrl, project.settings?.sampleShop ?? false).catch(() => undefined));
  return base === undefined || base.endsWith('/') ? base : `${base}/`;
}

interface ActorsWindows {
  /** Undefined for whoever has the first window. */
  nameFor(action: Pick<Action, 'actor'>): string | undefined;
  open(actor: string | undefined): AppWindow | undefined;
}

/** The first window is that of the first actor of the test also before it was given to anybody. */
function windowsFor(context: ToolContext, test: Test | undefined): ActorsWindows {
  const { first = test?.actors?.[0]?.name, others } = context.bridge.actorWindows(context.project.projectId);
  return {
    nameFor: ({ actor }) => (actor === first ? undefined : actor),
    open(actor) {
      if (actor !== undefined && !others.includes(actor)) return undefined;
      const window = context.appWindow(actor);
      return window.isOpen() ? window : undefined;
    },
  };
}

interface LookedAt {
  answers: readonly (readonly [ElementProbe, ProbeAnswer])[];
  url?: string | undefined;
  hint?: string | undefined;
}

/** The address is that of the window of whoever acts first. */
async function lookUp(
  context: ToolContext,
  { lookups, windows }: { lookups: readonly Lookup[]; windows: ActorsWindows },
  request: Omit<ProbeRequest, 'probes' | 'actor'>,
) {
  const actors = [...new Set(lookups.map(({ actor }) => actor))];
  const looked = await Promise.all(
    actors.map(async (actor): Promise<LookedAt> => {
      const own = lookups.filter(lookup => lookup.actor === actor);
      const probes = own.flatMap(({ fields }) => fields.flatMap(({ probe }) => probe ?? []));
      const window = windows.open(actor);
      const answers = window && (await lookIn(context, { ...request, actor, probes }));
      return answers === undefined ? notOpen(actor, probes) : { answers, url: window?.url() };
    }),
  );
  const hints = looked.flatMap(({ hint }) => hint ?? []);
  return {
    answers: new Map(looked.flatMap(({ answers }) => answers)),
    url: looked[0]?.url,
    hint: hints.length === 0 ? undefined : hints.join(' '),
  };
}

/** Undefined where the window is closed meanwhile. */
async function lookIn(context: ToolContext, request: ProbeRequest): Promise<LookedAt['answers'] | undefined> {
  const { probes } = request;
  if (probes.length === 0) return [];
  try {
    const answers = await context.bridge.probe(request, { ...limitsOf(context), timeoutMs: LOOKUP_LIMIT_MS });
    return probes.flatMap((probe, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[probe, answer] as const];
    });
  } catch (error) {
    if (isAppError(error, 'app-not-open')) return undefined;
    throw error;
  }
}

const NOT_OPEN =
  'The app window is not open, so nothing was looked up in it. Open the page with navigateUrl and validate again.';

function notOpen(actor: string | undefined, probes: readonly ElementProbe[]): LookedAt {
  if (actor === undefined) return { answers: [], hint: NOT_OPEN };
  const message = `The window of “${actor}” is not open`;
  const next = 'so nothing was looked up in it. Open the page with navigateUrl {actor} and validate again.';
  return {
    answers: probes.map(probe => [probe, { state: 'unknown', message: `${message}.` }]),
    hint: probes.length === 0 ? undefined : `${message}, ${next}`,
  };
}

const viewOf = ({ type, error }: CheckedAction, actionIndex: number, said: Said = {}) => ({
  actionIndex,
  type,
  ...said,
  error: error ?? said.error,
});
