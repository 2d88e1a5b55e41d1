import { readAction } from '../../model/actions/read-action.ts';
import type { ActionId } from '../../model/names/codes.ts';
import { nextActionId } from '../../model/project/edits/tests.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionDraft } from '../../model/project/version-content.ts';
import type { RecordedFields, RecordedRow } from '../../model/recording/recording-rows.ts';
import { syntaxCheck } from '../process/syntax-check.ts';

export interface WrittenRow {
  row: number;
  actionId: ActionId;
  fields: RecordedFields;
}

interface RowsToWrite {
  rows: readonly RecordedRow[];
  written: readonly WrittenRow[];
  after: ActionId | undefined;
  behind: ReadonlySet<ActionId>;
}

/** Rows whose action somebody has deleted are not written again; `gone` lists them. */
export function writeRows(test: Test, draft: VersionDraft, { rows, written, after, behind }: RowsToWrite) {
  const placeOf = (actionId: ActionId | undefined) => test.actions.findIndex(action => action.actionId === actionId);
  const gone = new Set(written.filter(({ actionId }) => placeOf(actionId) < 0).map(({ row }) => row));
  const wanted = rows.filter(({ row }) => !gone.has(row));
  const [first] = written.filter(({ row }) => !gone.has(row));
  let place = first === undefined ? startOf(test, after) : placeOf(first.actionId) - 1;
  for (const { row, actionId } of written)
    if (!gone.has(row) && !wanted.some(each => each.row === row)) test.actions.splice(placeOf(actionId), 1);
  const now = wanted.map(({ row, fields }, index): WrittenRow => {
    const known = written.find(each => each.row === row);
    const actionId = known?.actionId ?? nextActionId(draft);
    const isLast = wanted.slice(index + 1).every(later => !written.some(each => each.row === later.row));
    const next = isLast ? endOf(test, place, behind) : place + 1;
    const at = known === undefined ? next : placeOf(actionId);
    if (known === undefined) test.actions.splice(at, 0, readAction(fields, { actionId, syntax: syntaxCheck }));
    else if (JSON.stringify(known.fields) !== JSON.stringify(fields))
      test.actions[at] = readAction(fields, { actionId, syntax: syntaxCheck });
    place = at;
    return { row, actionId, fields };
  });
  return { written: now, gone };
}

function startOf({ actions }: Test, after: ActionId | undefined): number {
  if (after === undefined) return -1;
  const index = actions.findIndex(({ actionId }) => actionId === after);
  return index < 0 ? actions.length - 1 : index;
}

/** Actions that others inserted after the last row come before the next one. */
function endOf({ actions }: Test, place: number, behind: ReadonlySet<ActionId>): number {
  const index = actions.findIndex(({ actionId }, at) => at > place && behind.has(actionId));
  return index < 0 ? actions.length : index;
}
