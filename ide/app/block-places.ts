import { ACTION_KINDS, isActionType } from '../../model/actions/index.ts';

interface TypedAction {
  type: string;
}

const partOf = ({ type }: TypedAction) => (isActionType(type) ? ACTION_KINDS[type].block : 'leaf');

interface OpenPart {
  type: string;
  hasElse: boolean;
}

/** Why Else cannot be inserted behind the action at that index (-1: before all). */
export function elseObstacle(actions: readonly TypedAction[], at: number): string | undefined {
  const open: OpenPart[] = [];
  for (const action of actions.slice(0, at + 1)) {
    const part = partOf(action);
    const inner = open.at(-1);
    if (part === 'open') open.push({ type: action.type, hasElse: false });
    else if (part === 'end') open.pop();
    else if (part === 'else' && inner !== undefined) inner.hasElse = true;
  }
  const block = open.at(-1);
  const mayHave = block !== undefined && isActionType(block.type) && ACTION_KINDS[block.type].hasElse;
  if (!mayHave) return 'Else belongs in an If block. Choose an action in one, then add it.';
  return block.hasElse || hasElseBelow(actions.slice(at + 1)) ? 'This If block has an Else already.' : undefined;
}

/** Looks no further than the end of the block that is open there. */
function hasElseBelow(actions: readonly TypedAction[]): boolean {
  let depth = 0;
  for (const action of actions) {
    const part = partOf(action);
    if (part === 'open') depth += 1;
    else if (part === 'else' && depth === 0) return true;
    else if (part === 'end' && depth === 0) return false;
    else if (part === 'end') depth -= 1;
  }
  return false;
}

const labelOf = ({ type }: TypedAction): string => (isActionType(type) ? ACTION_KINDS[type].label : type);

/** What keeps a test from running, by the index of the action at fault. */
export function blockFaults(actions: readonly TypedAction[]): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  const open: { at: number; action: TypedAction; hasElse: boolean }[] = [];
  for (const [at, action] of actions.entries()) {
    const part = partOf(action);
    if (part === 'open') open.push({ at, action, hasElse: false });
    const inner = open.at(-1);
    if (part === 'end' && open.pop() === undefined) faults.set(at, 'This End closes nothing. Delete it.');
    if (part !== 'else') continue;
    const fault = elseFault(inner);
    if (fault !== undefined) faults.set(at, fault);
    if (inner !== undefined) inner.hasElse = true;
  }
  for (const { at, action } of open) faults.set(at, `This ${labelOf(action)} has no End. Add one where it is to end.`);
  return faults;
}

function elseFault(block: { action: TypedAction; hasElse: boolean } | undefined): string | undefined {
  const mayHave = block !== undefined && isActionType(block.action.type) && ACTION_KINDS[block.action.type].hasElse;
  if (!mayHave) return 'This Else is in no If block. Move it into one, or delete it.';
  return block.hasElse ? 'This If block has a second Else. Delete one of them.' : undefined;
}

interface KeyedRow {
  key: string;
  action: TypedAction;
}

/** Adds the first action, Else and End of each block whose start or end is among the chosen rows. */
export function withWholeBlocks<Kind extends KeyedRow>(rows: readonly Kind[], chosen: readonly Kind[]): Kind[] {
  const keys = new Set(chosen.map(({ key }) => key));
  for (const block of blocksIn(rows)) {
    const ends = [block[0], block.at(-1)];
    if (ends.some(row => row !== undefined && keys.has(row.key))) for (const { key } of block) keys.add(key);
  }
  return rows.filter(({ key }) => keys.has(key));
}

/** Adds the whole of each block whose start or end is among the chosen rows, what is inside included. */
export function withFullBlocks<Kind extends KeyedRow>(rows: readonly Kind[], chosen: readonly Kind[]): Kind[] {
  const keys = new Set(chosen.map(({ key }) => key));
  const isChosen = (row: Kind | undefined) => row !== undefined && keys.has(row.key);
  const taken = blocksIn(rows).filter(block => isChosen(block[0]) || isChosen(block.at(-1)));
  const stretches = taken.map(block => block.map(row => rows.indexOf(row)));
  const isInside = (index: number) =>
    stretches.some(places => (places[0] ?? 0) <= index && index <= (places.at(-1) ?? 0));
  return rows.filter((row, index) => isChosen(row) || isInside(index));
}

/** Whether a change leaves a block open, or an Else or End without one, that was not so before. */
export const breaksBlocks = (before: readonly TypedAction[], after: readonly TypedAction[]): boolean =>
  blockFaults(after).size > blockFaults(before).size;

function blocksIn<Kind extends KeyedRow>(rows: readonly Kind[]): Kind[][] {
  const open: Kind[][] = [];
  return rows.flatMap(row => {
    const part = partOf(row.action);
    if (part === 'open') open.push([row]);
    if (part === 'else') open.at(-1)?.push(row);
    const block = part === 'end' ? open.pop() : undefined;
    return block === undefined ? [] : [[...block, row]];
  });
}
