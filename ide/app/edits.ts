/** Edits that the page has made and the service has not confirmed. Pure. */

import { z } from 'zod';
import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import type { OpenTest } from '../../model/protocol/channel/project-view.ts';

const NewAction = z.looseObject({ type: z.string() });
export type NewAction = z.infer<typeof NewAction>;

type Fields = Record<string, unknown>;

/** What an edit does, as the tool that does it is called; fields of actions are as its arguments take them. */
export type EditDeed =
  | { tool: 'editAction'; actionIds: readonly [string]; fields: Fields }
  | { tool: 'editActions'; actionIds: readonly string[]; fields: Fields }
  | { tool: 'deleteActions'; actionIds: readonly string[] }
  /** `to`: the position that the first of them has afterwards. */
  | { tool: 'moveActions'; actionIds: readonly string[]; to: number }
  /** `after`: the action that new ones follow; undefined: at the start. */
  | { tool: 'createAction'; after?: string | undefined; fields: Fields }
  | { tool: 'createActions'; after?: string | undefined; actions: readonly NewAction[] };

/** The project and version that a change is about. */
export interface EditedVersion {
  projectId: string;
  versionId: string;
}

export interface Edit {
  key: string;
  where: EditedVersion;
  moduleCode: string;
  testCode: string;
  deed: EditDeed;
  /** The actions by their ids as they were when the edit was made: others there now mean that somebody was faster. */
  bases?: Readonly<Record<string, object>> | undefined;
  /** The call as it was sent last: sent to the letter once more, it is not done twice. */
  sent?: Fields | undefined;
  /** A form has what was typed and says what went wrong. */
  isInForm: boolean;
  /** When it was made or tried again, in milliseconds of the page's clock. */
  madeAt: number;
  /** The connection was lost while it was under way. */
  wasLost?: boolean;
  state: /** For those before it, or for the connection. */
    | { phase: 'waiting' }
    | { phase: 'sending' }
    /** Somebody else changed the same action meanwhile. */
    | { phase: 'conflict' }
    | { phase: 'failed'; message: string };
}

export const isSamePlace = (one: EditedVersion | undefined, other: EditedVersion): boolean =>
  one?.projectId === other.projectId && one.versionId === other.versionId;

/** A row of the editor: an action with what the edits under way make of it. */
export interface EditedRow {
  /** The id of the action; of one that is not there yet, the key of its edit. */
  key: string;
  action: { type: string } & Record<string, unknown>;
  stored?: Action;
  edit?: Edit;
}

const isHeld = ({ state }: Edit): boolean => state.phase === 'conflict' || state.phase === 'failed';

/** The rows of a test with its edits done, in the order in which they were made. */
export function editedRows(test: OpenTest, edits: readonly Edit[], where: EditedVersion | undefined): EditedRow[] {
  const rows = test.actions.map((stored): EditedRow => ({ key: stored.actionId, action: stored, stored }));
  return edits
    .filter(edit => edit.testCode === test.testCode && isSamePlace(where, edit.where))
    .reduce(applyEdit, rows);
}

function applyEdit(rows: EditedRow[], edit: Edit): EditedRow[] {
  const { deed } = edit;
  if (deed.tool === 'createAction') return insertNew(rows, edit, [withFields({ type: '' }, deed.fields)]);
  if (deed.tool === 'createActions') return insertNew(rows, edit, deed.actions);
  const isMeant = ({ key }: EditedRow) => deed.actionIds.includes(key);
  if (isHeld(edit)) {
    // What holds the edit up is said once.
    const first = rows.find(isMeant);
    return rows.map(row => (row === first ? { ...row, edit } : row));
  }
  const others = rows.filter(row => !isMeant(row));
  switch (deed.tool) {
    case 'editAction':
    case 'editActions':
      return rows.map(row => (isMeant(row) ? { ...row, edit, action: withFields(row.action, deed.fields) } : row));
    case 'deleteActions':
      return others;
    case 'moveActions':
      return others.toSpliced(deed.to, 0, ...rows.filter(isMeant).map(row => ({ ...row, edit })));
  }
}

function insertNew(rows: EditedRow[], edit: Edit, actions: readonly NewAction[]): EditedRow[] {
  const { after } = { after: undefined, ...edit.deed };
  const found = after === undefined ? -1 : rows.findIndex(({ key }) => key === after);
  const at = after !== undefined && found < 0 ? rows.length : found + 1;
  // What holds the edit up is said once.
  const added = actions.map(
    (action, index): EditedRow =>
      index === 0 ? { key: edit.key, action, edit } : { key: `${edit.key}/${index}`, action },
  );
  return rows.toSpliced(at, 0, ...added);
}

/** Null takes a field away, as it does with the service. */
function withFields(action: EditedRow['action'], fields: Record<string, unknown>): EditedRow['action'] {
  const merged: Record<string, unknown> = { ...action, ...fields };
  const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined);
  return { type: action.type, ...Object.fromEntries(kept) };
}

/** The arguments for the service; the place of a new action is told by what stands before it now. */
export function argumentsOf({ deed, where, moduleCode, testCode }: Edit, test: OpenTest): Record<string, unknown> {
  const common = { ...where, moduleCode, testCode, ifRevision: test.revision };
  switch (deed.tool) {
    case 'editAction':
      return { ...common, ...deed.fields, actionId: deed.actionIds[0] };
    case 'editActions':
      return { ...common, edits: idsLeft(deed, test).map(actionId => ({ ...deed.fields, actionId })) };
    case 'deleteActions':
      return { ...common, actionIds: idsLeft(deed, test) };
    case 'moveActions': {
      const actionIds = idsLeft(deed, test);
      return { ...common, actionIds, to: Math.min(deed.to, test.actions.length - actionIds.length) };
    }
    case 'createAction':
      return { ...common, ...deed.fields, actionIndex: placeOfNew(deed.after, test) };
    case 'createActions':
      return { ...common, actions: deed.actions, actionIndex: placeOfNew(deed.after, test) };
  }
}

function placeOfNew(after: string | undefined, { actions }: OpenTest): number {
  if (after === undefined) return 0;
  const at = actions.findIndex(({ actionId }) => actionId === after);
  return at < 0 ? actions.length : at + 1;
}

/** Those of the actions that nobody has deleted meanwhile. */
const idsLeft = ({ actionIds }: { actionIds: readonly string[] }, { actions }: OpenTest): string[] =>
  actionIds.filter(id => actions.some(({ actionId }) => actionId === id));

/**
 * What becomes of an edit that was refused because the test had changed: `again` when what it is about is as it was,
 * `gone` when nothing of that is there any more, else `conflict`.
 */
export function decideConflict({ deed, bases }: Edit, test: OpenTest): 'again' | 'conflict' | 'gone' {
  if (!('actionIds' in deed)) return 'again';
  const left = idsLeft(deed, test);
  if (left.length === 0) return 'gone';
  const isAsItWas = (id: string) => {
    const [base, current] = [bases?.[id], test.actions.find(({ actionId }) => actionId === id)];
    if (base === undefined || current === undefined) return true;
    const names = 'fields' in deed ? Object.keys(deed.fields) : Object.keys({ ...base, ...current });
    return names.every(name => isSame(Reflect.get(base, name), Reflect.get(current, name)));
  };
  return left.every(isAsItWas) ? 'again' : 'conflict';
}

/** Of edits of one action the later ones are made on what the earlier ones make of it: `after`, by their ids. */
export function rebase(edit: Edit, done: Edit, after: Readonly<Record<string, object>>): Edit {
  const { bases } = edit;
  const { deed } = done;
  if (edit.key === done.key || bases === undefined || !('actionIds' in deed) || !('fields' in deed)) return edit;
  const names = Object.keys(deed.fields);
  const rebased = Object.entries(bases).map(([id, base]): [string, object] => {
    const now = deed.actionIds.includes(id) ? after[id] : undefined;
    if (now === undefined) return [id, base];
    return [id, { ...base, ...Object.fromEntries(names.map(name => [name, Reflect.get(now, name)])) }];
  });
  return { ...edit, bases: Object.fromEntries(rebased) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What an action of the list is called in messages: `Type “Bob”` and the like begin with it. */
export const labelOf = (type: string): string =>
  Object.values(ACTION_KINDS).find(kind => kind.type === type)?.label ?? type;

/** The words for an edit whose title begins with a tool name: `createTest t5` becomes "create test t5". */
export const editInWords = (title: string): string =>
  title.replace(/^\w+/, name => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`));

export function textOfActions(rows: readonly EditedRow[]): string {
  const actions = rows.map(({ action: { actionId: _id, ...fields } }) => fields);
  return JSON.stringify(actions, undefined, 2);
}

/** One action may be by itself. */
const Actions = z.union([z.array(NewAction).min(1), NewAction.transform(action => [action])]);

/** Undefined where a text is about something else. */
export function actionsOfText(text: string): readonly NewAction[] | undefined {
  try {
    return Actions.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
