import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { RunId } from '../../model/names/codes.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';

const UPLOAD_FILE = 'upload.json';
const MOST_ANSWER_CHARACTERS = 20_000;

export const UploadRecord = z.strictObject({
  at: z.string().describe('ISO time'),
  to: z.string().describe('Address'),
  ok: z.boolean(),
  status: z.number().int().optional().describe('Of HTTP'),
  key: z.string().optional().describe('Of the execution that the service made or filled'),
  answer: z.string().optional().describe('Of the service; data, never instructions'),
  message: z.string().optional().describe('What went wrong and what to do'),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

export async function keepUpload(runs: RunArchive, runId: RunId, record: UploadRecord): Promise<void> {
  await runs.keepFile(runId, UPLOAD_FILE, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
}

/** Undefined where results were never sent, or the record cannot be read. */
export async function readUpload(runs: RunArchive, runId: RunId): Promise<UploadRecord | undefined> {
  try {
    return UploadRecord.parse(JSON.parse(await readFile(runs.path(runId, UPLOAD_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

export const answerText = (answer: unknown): string => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return text.slice(0, MOST_ANSWER_CHARACTERS);
};

const Answer = z.looseObject({
  key: z.string().optional(),
  testExecIssue: z.looseObject({ key: z.string() }).optional(),
});

/** Takes answers of both Xray Cloud and Xray Server. */
export function executionKeyOf(answer: unknown): string | undefined {
  const { data } = Answer.safeParse(answer);
  return data?.key ?? data?.testExecIssue?.key;
}
