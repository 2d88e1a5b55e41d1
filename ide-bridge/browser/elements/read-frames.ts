import type { Frame, Page } from 'playwright';
import type { SurveyRow } from '../in-page/page-facts-types.ts';
import type { PageQuestions } from './page-questions.ts';
import { takeSnapshot } from './page-snapshot.ts';
import { addSurvey, type PageFrame, type PageNode, readTree } from './page-tree.ts';

export interface FramesRead {
  frames: PageFrame[];
  /** The iframes that did not answer, so that nothing is known of what is in them. */
  silent: PageNode[];
  /** The first iframe that was not looked into because there are so many, and how many there are. */
  leftOut: { first: PageNode; count: number } | undefined;
}

interface Reading {
  signal: AbortSignal;
  boxes: boolean;
  /** Frames to be looked into however many there are. */
  wanted?: readonly Frame[];
}

/**
 * The snapshot with what it leaves out. The main frame is surveyed without waiting for the snapshot to be unpacked; a
 * survey that came too early knows not all of its references, which change with role and name, and is made again.
 */
export async function readFrames(
  page: Page,
  questions: PageQuestions,
  { signal, boxes, wanted = [] }: Reading,
): Promise<FramesRead> {
  const [snapshot, early] = await Promise.all([takeSnapshot(page, wanted, signal), questions.survey(undefined, boxes)]);
  const frames = readTree(snapshot.tree);
  const survey = async (frame: PageFrame) => {
    const rows =
      frame.owner === undefined && knowsAll(early, frame) ? early : await questions.survey(frame.owner, boxes);
    addSurvey(frame, rows);
  };
  await Promise.all(frames.filter(({ nodes }) => nodes.length > 0).map(survey));
  const silent = frames.flatMap(({ owner }) => (owner && snapshot.silent.includes(owner.ref ?? '') ? [owner] : []));
  const { leftOut } = snapshot;
  const first = leftOut && frames.find(({ owner }) => owner?.ref === leftOut.first)?.owner;
  return { frames, silent, leftOut: leftOut && first && { first, count: leftOut.count } };
}

function knowsAll(rows: readonly SurveyRow[], { nodes }: PageFrame): boolean {
  const known = new Set(rows.map(([ref]) => ref));
  return nodes.every(({ ref }) => ref === undefined || known.has(ref));
}
