/** Rows made of a request that a page sent: its answer mocked, or checked that it is sent. */
import { AppError } from '../../model/errors/errors.ts';
import type { ActionId, ModuleCode, TestCode } from '../../model/names/codes.ts';
import { REDACTED } from '../../model/values/redactor.ts';
import type { Ide } from '../app/ide.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo, showWarning } from '../app/toasts.tsx';
import { takeBack } from './edits.ts';

export interface PlaceOfRequest {
  testCode: TestCode;
  /** Checks go behind it, mocks in front of it; undefined: to the end of the test, and to its start. */
  actionId: ActionId | undefined;
}

interface UsedRequest {
  method: string;
  url: string;
  status?: number | undefined;
}

interface CheckedRequest extends Omit<UsedRequest, 'status'> {
  /** As in an action, such as `2xx`; undefined: however it is answered. */
  status?: string | undefined;
}

interface AnswerToKeep {
  mediaType: string;
  /** Without secrets. */
  text: string | undefined;
}

/** Characters that every file system takes. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter(part => part !== '')
    .slice(-2)
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60) || 'answer';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'text/html': '.html',
  'text/css': '.css',
  'text/javascript': '.js',
  'application/javascript': '.js',
  'text/csv': '.csv',
};

/** The address as a pattern: any origin, and any query where there is one. */
function patternOf(url: string): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/[*?[\]{}\\]/g, '\\$&');
  return `**${path}${search === '' ? '' : '\\?*'}`;
}

/** Adds a row that answers the request like this; the body is a file. */
export async function answerLikeThis(
  ide: Ide,
  at: PlaceOfRequest,
  sent: UsedRequest,
  answer: AnswerToKeep,
): Promise<void> {
  const { method, url, status } = sent;
  const file = answer.text === undefined || answer.text === '' ? undefined : await keepAnswer(ide, url, answer);
  const headers = answer.mediaType === '' ? {} : { headers: { 'content-type': answer.mediaType } };
  const body = file === undefined ? { body: '' } : { file };
  const row = { url: patternOf(url), ...methodOf(method), status: String(status ?? 200), ...headers, ...body };
  await insert(ide, at, { type: 'mock', ...row }, 'before');
  if (answer.text?.includes(REDACTED) === true)
    showWarning(`Secrets are masked in files/${file}: replace ${REDACTED} there where the page needs them.`);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Others are not among those that actions name. */
function methodOf(sent: string) {
  const method = METHODS.find(each => each === sent.toUpperCase());
  return method === undefined ? {} : { method };
}

async function keepAnswer(ide: Ide, url: string, { mediaType, text = '' }: AnswerToKeep): Promise<string> {
  const { files } = await ide.session.call('getFiles', { limit: 1_000 });
  const taken = new Set(files.map(({ path }) => path));
  const { pathname } = new URL(url);
  const extension = EXTENSIONS[mediaType.split(';')[0]?.trim() ?? ''] ?? '.txt';
  const name = nameOf(pathname).replace(/\.[a-z]{2,4}$/i, '');
  const free = Array.from(
    { length: taken.size + 1 },
    (_, count) => `answers/${name}${count === 0 ? '' : `-${count + 1}`}${extension}`,
  );
  const path = free.find(each => !taken.has(each)) ?? `answers/${name}${extension}`;
  await ide.session.call('putFile', { path, text });
  return path;
}

/** Adds a row that checks that the request is sent, and how it is answered. */
export async function checkRequest(
  ide: Ide,
  at: PlaceOfRequest,
  { method, url, status }: CheckedRequest,
  side: RowSide = 'behind',
): Promise<void> {
  const expected = status === undefined ? {} : { status };
  await insert(ide, at, { type: 'expectRequest', url: patternOf(url), ...methodOf(method), ...expected }, side);
}

type RowSide = 'before' | 'behind';

interface NewRow {
  type: 'mock' | 'expectRequest';
  [field: string]: unknown;
}

async function insert(ide: Ide, { testCode, actionId }: PlaceOfRequest, row: NewRow, side: RowSide): Promise<void> {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  if (moduleCode === undefined) throw new AppError('not-found', `There is no test ${testCode} any more.`);
  const where = { moduleCode, testCode };
  const actionIndex = actionId === undefined ? endOf(side) : await indexAt(ide, { ...where, actionId }, side);
  const { action } = await ide.editing.change('createAction', {
    ...row,
    ...where,
    ...(actionIndex !== undefined && { actionIndex }),
  });
  const what = row.type === 'mock' ? 'Mock' : 'Check';
  showUndo(`${what} added as action ${action.actionIndex + 1}`, () => void takeBack(ide));
}

interface PlaceOfRow {
  moduleCode: ModuleCode;
  testCode: TestCode;
  actionId: ActionId;
}

/** Undefined: the end. */
const endOf = (side: RowSide): number | undefined => (side === 'before' ? 0 : undefined);

async function indexAt(ide: Ide, { actionId, ...where }: PlaceOfRow, side: RowSide): Promise<number> {
  const { actions } = await ide.session.call('getActions', { ...where, limit: 1_000 });
  const index = actions.findIndex(action => action.actionId === actionId);
  if (index < 0) throw new AppError('not-found', 'The action is no longer in the test.');
  return side === 'before' ? index : index + 1;
}
