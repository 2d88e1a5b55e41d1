import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ActionId } from '../../../model/names/codes.ts';
import { Repair } from '../../../model/run/run.ts';
import {
  makeFolders,
  nodeFileSystem,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  unlessCode,
} from '../../store/files/file-system.ts';
import { writeDurably } from '../../store/files/write-durably.ts';

/** Lies beside the runs. A rejection ends when the action's locator changes. */
const FILE = 'rejected-repairs.json';
const MOST_KEPT = 1_000;

const Rejections = z.array(z.strictObject({ actionId: ActionId, ...Repair.shape }));
type Rejection = z.infer<typeof Rejections>[number];

type IsRejected = (actionId: ActionId, repair: Repair) => boolean;

const isSame =
  (actionId: ActionId, { from, to }: Repair) =>
  (other: Rejection): boolean =>
    other.actionId === actionId && other.from === from && other.to === to;

/** A missing or damaged file rejects nothing. */
export async function readRejections(runsFolder: string): Promise<IsRejected> {
  const known = await read(runsFolder);
  return (actionId, repair) => known.some(isSame(actionId, repair));
}

/** Errors: `disk-full`, `read-only`, `store-failed`. */
export async function rememberDecision(
  runsFolder: string,
  { actionId, repair, accept }: { actionId: ActionId; repair: Repair; accept: boolean },
): Promise<void> {
  const known = await read(runsFolder);
  const others = known.filter(other => !isSame(actionId, repair)(other));
  if (accept && others.length === known.length) return;
  const kept = accept ? others : [...others, { actionId, ...repair }].slice(-MOST_KEPT);
  await makeFolders(runsFolder, PRIVATE_FOLDER);
  const text = `${JSON.stringify(kept, undefined, 2)}\n`;
  await writeDurably(nodeFileSystem, join(runsFolder, FILE), Buffer.from(text), { name: FILE, mode: PRIVATE_FILE });
}

async function read(runsFolder: string): Promise<Rejection[]> {
  const text = await unlessCode<string>(['ENOENT', 'ENOTDIR'], () => readFile(join(runsFolder, FILE), 'utf8'), '[]');
  try {
    return Rejections.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
