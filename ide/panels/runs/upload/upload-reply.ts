/** What the page reads of uploads of results. */
import { z } from 'zod';

export const UploadRecord = z.object({
  at: z.string(),
  to: z.string(),
  ok: z.boolean(),
  /** Of HTTP. */
  status: z.number().optional(),
  /** Of the execution that the service made or filled. */
  key: z.string().optional(),
  answer: z.string().optional(),
  message: z.string().optional(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

export const UploadReply = z.object({
  to: z.string(),
  sizeBytes: z.number(),
  tests: z.array(z.object({ key: z.string(), scenario: z.string(), status: z.string() })),
  /** How many tests there are; a long list is cut. */
  total: z.number(),
  leftOut: z.array(z.string()),
  leftOutTotal: z.number(),
  warnings: z.array(z.string()),
  upload: UploadRecord.optional(),
});
export type UploadReply = z.infer<typeof UploadReply>;
