import type { Page } from 'playwright';
import type { SurveyRow } from './page-facts-types.ts';
import type { PageQuestions } from './page-questions.ts';
import { addSurvey, type PageFrame, readTree } from './page-tree.ts';

/**
 * The snapshot with what it leaves out. The main frame is surveyed without waiting for the snapshot to be unpacked; a
 * survey that came too early knows not all of its references, which change with role and name, and is made again.
 */
export async function readFrames(
  page: Page,
  questions: PageQuestions,
  { signal, boxes }: { signal: AbortSignal; boxes: boolean },
): Promise<PageFrame[]> {
  const [snapshot, early] = await Promise.all([
    page.ariaSnapshotJSON({ mode: 'ai', signal, timeout: 0 }),
    questions.survey(undefined, boxes),
  ]);
  const frames = readTree(snapshot);
  const survey = async (frame: PageFrame) => {
    const rows =
      frame.owner === undefined && knowsAll(early, frame) ? early : await questions.survey(frame.owner, boxes);
    addSurvey(frame, rows);
  };
  await Promise.all(frames.map(survey));
  return frames;
}

function knowsAll(rows: readonly SurveyRow[], { nodes }: PageFrame): boolean {
  const known = new Set(rows.map(([ref]) => ref));
  return nodes.every(({ ref }) => ref === undefined || known.has(ref));
}
