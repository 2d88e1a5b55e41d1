import { z } from 'zod';
import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import type { OpenTest } from '../../model/protocol/channel/project-view.ts';

const NewAction = z.looseObject({ type: z.string() });
export type NewAction = z.infer<typeof NewAction>;

type Fields = Record<string, unknown>;

/** `fields` are as the arguments of the tool take them. */
export type EditOperation =
  | { tool: 'editAction'; actionIds: readonly [string]; fields: Fields }
  | { tool: 'editActions'; actionIds: readonly string[]; fields: Fields }
  | { tool: 'deleteActions'; actionIds: readonly string[] }
  /** `to`: the index of the first of them afterwards. */
  | { tool: 'moveActions'; actionIds: readonly string[]; to: number }
  /** `after`: the action that new ones follow; undefined: at the start. */
  | { tool: 'createAction'; after?: string | undefined; fields: Fields }
  | { tool: 'createActions'; after?: string | undefined; actions: readonly NewAction[] };

export interface EditedVersion {
  projectId: string;
  versionId: string;
}

export interface Edit {
  key: string;
  where: EditedVersion;
  moduleCode: string;
  testCode: string;
  operation: EditOperation;
  /** The actions by id when the edit was made: different ones now mean that somebody was faster. */
  bases?: Readonly<Record<string, object>> | undefined;
  /** The call as sent last: sent once more unchanged, it is not done twice. */
  sent?: Fields | undefined;
  /** A form holds the input and shows errors. */
  isInForm: boolean;
  /** When it was made or tried again, in milliseconds of the page's clock. */
  madeAt: number;
  /** The connection was lost while it was under way. */
  wasLost?: boolean;
  state: /** For those before it, or for the connection. */
  { phase: 'waiting' } | { phase: 'sending' } | { phase: 'conflict' } | { phase: 'failed'; message: string };
}

export const isSamePlace = (one: EditedVersion | undefined, other: EditedVersion): boolean =>
  one?.projectId === other.projectId && one.versionId === other.versionId;

export interface EditedRow {
  /** The action's id, or the key of its edit while it has none. */
  key: string;
  action: NewAction;
  stored?: Action;
  edit?: Edit;
}

const isHeld = ({ state }: Edit): boolean => state.phase === 'conflict' || state.phase === 'failed';

/** Applies the edits in the order in which they were made. */
export function editedRows(test: OpenTest, edits: readonly Edit[], where: EditedVersion | undefined): EditedRow[] {
  const rows = test.actions.map((stored): EditedRow => ({ key: stored.actionId, action: stored, stored }));
  return edits
    .filter(edit => edit.testCode === test.testCode && isSamePlace(where, edit.where))
    .reduce(applyEdit, rows);
}

function applyEdit(rows: EditedRow[], edit: Edit): EditedRow[] {
  const { operation } = edit;
  if (operation.tool === 'createAction') return insertNew(rows, edit, [withFields({ type: '' }, operation.fields)]);
  if (operation.tool === 'createActions') return insertNew(rows, edit, operation.actions);
  const isEdited = ({ key }: EditedRow) => operation.actionIds.includes(key);
  if (isHeld(edit)) {
    // One row is enough to show why the edit waits.
    const first = rows.find(isEdited);
    return rows.map(row => (row === first ? { ...row, edit } : row));
  }
  const others = rows.filter(row => !isEdited(row));
  switch (operation.tool) {
    case 'editAction':
    case 'editActions':
      return rows.map(row =>
        isEdited(row) ? { ...row, edit, action: withFields(row.action, operation.fields) } : row,
      );
    case 'deleteActions':
      return others;
    case 'moveActions':
      return others.toSpliced(operation.to, 0, ...rows.filter(isEdited).map(row => ({ ...row, edit })));
  }
}

function insertNew(rows: EditedRow[], edit: Edit, actions: readonly NewAction[]): EditedRow[] {
  const { after } = { after: undefined, ...edit.operation };
  const found = after === undefined ? -1 : rows.findIndex(({ key }) => key === after);
  const at = after !== undefined && found < 0 ? rows.length : found + 1;
  // One row is enough to show why the edit waits.
  const added = actions.map(
    (action, index): EditedRow =>
      index === 0 ? { key: edit.key, action, edit } : { key: `${edit.key}/${index}`, action },
  );
  return rows.toSpliced(at, 0, ...added);
}

/** Null removes a field, as in the service. */
function withFields(action: EditedRow['action'], fields: Record<string, unknown>): EditedRow['action'] {
  const merged: Record<string, unknown> = { ...action, ...fields };
  const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined);
  return { type: action.type, ...Object.fromEntries(kept) };
}

/** A new action gets its index among the actions that are there now. */
export function argumentsOf({ operation, where, moduleCode, testCode }: Edit, test: OpenTest): Record<string, unknown> {
  const common = { ...where, moduleCode, testCode, ifRevision: test.revision };
  switch (operation.tool) {
    case 'editAction':
      return { ...common, ...operation.fields, actionId: operation.actionIds[0] };
    case 'editActions':
      return { ...common, edits: idsLeft(operation, test).map(actionId => ({ ...operation.fields, actionId })) };
    case 'deleteActions':
      return { ...common, actionIds: idsLeft(operation, test) };
    case 'moveActions': {
      const actionIds = idsLeft(operation, test);
      return { ...common, actionIds, to: Math.min(operation.to, test.actions.length - actionIds.length) };
    }
    case 'createAction':
      return { ...common, ...operation.fields, actionIndex: placeOfNew(operation.after, test) };
    case 'createActions':
      return { ...common, actions: operation.actions, actionIndex: placeOfNew(operation.after, test) };
  }
}

function placeOfNew(after: string | undefined, { actions }: OpenTest): number {
  if (after === undefined) return 0;
  const at = actions.findIndex(({ actionId }) => actionId === after);
  return at < 0 ? actions.length : at + 1;
}

const idsLeft = ({ actionIds }: { actionIds: readonly string[] }, { actions }: OpenTest): string[] =>
  actionIds.filter(id => actions.some(({ actionId }) => actionId === id));

/** `again`: the actions of the refused edit are unchanged; `gone`: none is left; else `conflict`. */
export function decideConflict({ operation, bases }: Edit, test: OpenTest): 'again' | 'conflict' | 'gone' {
  if (!('actionIds' in operation)) return 'again';
  const left = idsLeft(operation, test);
  if (left.length === 0) return 'gone';
  const isAsItWas = (id: string) => {
    const [base, current] = [bases?.[id], test.actions.find(({ actionId }) => actionId === id)];
    if (base === undefined || current === undefined) return true;
    const names = 'fields' in operation ? Object.keys(operation.fields) : Object.keys({ ...base, ...current });
    return names.every(name => isSame(Reflect.get(base, name), Reflect.get(current, name)));
  };
  return left.every(isAsItWas) ? 'again' : 'conflict';
}

/** Later edits of an action build on the result of earlier ones: `after`, by action id. */
export function rebase(edit: Edit, done: Edit, after: Readonly<Record<string, object>>): Edit {
  const { bases } = edit;
  const { operation } = done;
  if (edit.key === done.key || bases === undefined || !('actionIds' in operation) || !('fields' in operation))
    return edit;
  const names = Object.keys(operation.fields);
  const rebased = Object.entries(bases).map(([id, base]): [string, object] => {
    const now = operation.actionIds.includes(id) ? after[id] : undefined;
    if (now === undefined) return [id, base];
    return [id, { ...base, ...Object.fromEntries(names.map(name => [name, Reflect.get(now, name)])) }];
  });
  return { ...edit, bases: Object.fromEntries(rebased) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export const labelOf = (type: string): string =>
  Object.values(ACTION_KINDS).find(kind => kind.type === type)?.label ?? type;

/** `createTest t5` becomes "create test t5". */
export const editInWords = (title: string): string =>
  title.replace(/^\w+/, name => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`));

export function textOfActions(rows: readonly EditedRow[]): string {
  const actions = rows.map(({ action: { actionId: _id, ...fields } }) => fields);
  return JSON.stringify(actions, undefined, 2);
}

/** A single action may come without a list. */
const Actions = z.union([z.array(NewAction).min(1), NewAction.transform(action => [action])]);

export function actionsOfText(text: string): readonly NewAction[] | undefined {
  try {
    return Actions.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
