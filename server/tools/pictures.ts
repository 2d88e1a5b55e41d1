import { z } from 'zod';
import { PictureArea } from '../../model/actions/picture-rule.ts';
import { AppError } from '../../model/errors/errors.ts';
import { ActionId, RunId, TestCode } from '../../model/names/codes.ts';
import { PICTURE_STATES } from '../../model/run/picture-differences.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { changesOf, type PictureOfRun, picturesOfRun, requirePng } from './runs/picture-files.ts';

const defineTool = toolsOf('runs');

const Run = RunId.describe('The run, e.g. "r128"');

const DifferenceView = z.strictObject({
  state: z
    .enum(PICTURE_STATES)
    .describe('open: waits for acceptPictures; outdated: another picture is kept by now than the one compared with'),
  item: ObservedText.describe('Test, data row or scenario'),
  title: ObservedText.describe('Of the action'),
  testCode: TestCode,
  actionId: ActionId,
  file: z.string().describe('File of the project that the picture is kept in'),
  message: ObservedText,
  actual: z.string().describe('The picture of the run, by its file there; names it in acceptPictures'),
  expected: z.string().optional().describe('The picture compared with; missing where none was kept yet'),
  diff: z.string().optional().describe('The pixels that differ'),
  tolerance: z.number().optional().describe('Of the action, as it is now'),
  masks: z.array(PictureArea).optional().describe('Of the action, as it is now'),
});
type DifferenceView = z.infer<typeof DifferenceView>;

export const getPictureDifferences = defineTool({
  name: 'getPictureDifferences',
  scope: 'read',
  title: 'List picture differences',
  summary:
    'List where a run looked otherwise than the kept picture of toHaveScreenshot, or where none was kept yet. GET /api/runs/<runId>/<file> gives a picture.',
  input: { runId: Run, ...LIST_FIELDS },
  output: z.strictObject({ differences: z.array(DifferenceView), ...PAGE_FIELDS }),
  errors: ['not-found', 'damaged-file'],
  examples: [{ runId: 'r1' }],
  async run(input, context) {
    const run = await context.project.runs.read(input.runId);
    const all = await picturesOfRun(context, input.runId);
    const content = context.project.store.content.versions.get(run.versionId);
    const { items, ...page } = pageOf({
      all: all.map(picture => viewOf(picture, content?.test(picture.testCode)?.actions)),
      input,
      words: ({ item, title, file, state }) => [item, title, file, state],
      view: difference => difference,
    });
    return { differences: items, ...page };
  },
});

interface Judging {
  actionId: string;
  tolerance?: number | undefined;
  masks?: PictureArea[] | undefined;
}

function viewOf(picture: PictureOfRun, actions: readonly Judging[] = []): DifferenceView {
  const { state, itemTitle, title, testCode, actionId, path, message, pictures } = picture;
  const action = actions.find(candidate => candidate.actionId === actionId);
  return {
    ...{ state, item: itemTitle, title, testCode, actionId, file: `files/${path}`, message },
    ...pictures,
    ...(action?.tolerance === undefined ? {} : { tolerance: action.tolerance }),
    ...(action?.masks === undefined ? {} : { masks: action.masks }),
  };
}

const Decided = z.strictObject({
  files: z.array(z.string()).describe('Files of the project that were changed'),
  differences: z.array(DifferenceView.pick({ actual: true, state: true })).describe('As they are now'),
});

const Pictures = z.array(z.string().min(1).max(300)).min(1).max(500).optional();

export const acceptPictures = defineTool({
  name: 'acceptPictures',
  scope: 'write',
  title: 'Accept pictures',
  summary:
    'Put pictures that a run took in the place of those that toHaveScreenshot compares with: some of the run, or all that are open. All are kept or none. undoAcceptPictures takes it back.',
  input: { runId: Run, pictures: Pictures.describe('Their "actual" in getPictureDifferences; default: all open ones') },
  output: Decided,
  errors: ['not-found', 'conflict', 'damaged-file', 'disk-full', 'read-only'],
  examples: [{ runId: 'r1' }],
  run: (input, context) =>
    decide(context, input, {
      from: 'open',
      to: 'actual',
      none: 'has no picture that waits to be accepted',
      past: 'accepted',
    }),
});

export const undoAcceptPictures = defineTool({
  name: 'undoAcceptPictures',
  scope: 'write',
  title: 'Undo accepted pictures',
  summary:
    'Put back the pictures that were kept before acceptPictures, byte for byte; where there was none, there is none again.',
  input: { runId: Run, pictures: Pictures.describe('Their "actual" in getPictureDifferences; default: all accepted') },
  output: Decided,
  errors: ['not-found', 'conflict', 'damaged-file', 'disk-full', 'read-only'],
  examples: [{ runId: 'r1' }],
  run: (input, context) =>
    decide(context, input, {
      from: 'accepted',
      to: 'expected',
      none: 'has no accepted picture',
      past: 'taken back',
    }),
});

interface Decision {
  from: 'open' | 'accepted';
  to: 'actual' | 'expected';
  none: string;
  past: string;
}

async function decide(
  context: ToolContext<'runs' | 'userFiles' | 'runFollowers'>,
  { runId, pictures: names }: { runId: RunId; pictures?: string[] | undefined },
  { from, to, none, past }: Decision,
): Promise<z.infer<typeof Decided>> {
  const found = await picturesOfRun(context, runId, names);
  const other = names === undefined ? undefined : found.find(({ state }) => state !== from);
  if (other !== undefined) throw refused(other, past);
  const chosen = found.filter(({ state }) => state === from);
  if (chosen.length === 0)
    throw new AppError('conflict', `Run ${runId} ${none}.`, { field: 'runId', next: 'getPictureDifferences' });
  if (to === 'actual') for (const picture of chosen) await requirePng(runId, picture);
  if (names !== undefined) requireOneEach(chosen);
  const changes = changesOf(chosen, to);
  await context.project.userFiles.replaceAll(changes);
  context.project.runFollowers.changed(runId);
  const now = await picturesOfRun(context, runId, names);
  return {
    files: changes.map(({ path }) => `files/${path}`),
    differences: now.map(({ pictures, state }) => ({ actual: pictures.actual, state })),
  };
}

/** Errors: `conflict` where it cannot be told which of two is to be kept. */
function requireOneEach(chosen: readonly PictureOfRun[]): void {
  const files = chosen.map(({ path }) => path);
  const twice = files.find((path, at) => files.indexOf(path) !== at);
  if (twice === undefined) return;
  const named = chosen.filter(({ path }) => path === twice).map(({ pictures }) => pictures.actual);
  throw new AppError('conflict', `files/${twice} keeps one picture; name one of ${named.join(', ')}.`, {
    field: 'pictures',
    next: 'getPictureDifferences',
  });
}

const WHY = {
  open: 'was not accepted',
  accepted: 'is accepted already',
  outdated: 'is out of date: somebody changed the kept picture since',
};

const refused = ({ pictures, path, state }: PictureOfRun, past: string): AppError =>
  new AppError(
    'conflict',
    `${pictures.actual} cannot be ${past}: it ${WHY[state]} (files/${path}). Nothing was changed.`,
    { field: 'pictures', next: 'getPictureDifferences' },
  );
