import { z } from 'zod';
import { RunId } from '../../../model/names/codes.ts';
import { UploadRecord } from '../../uploads/upload-record.ts';

/** What went to the feature server, or would go. */
export const UploadReply = z.strictObject({
  runId: RunId,
  uploaded: z.boolean(),
  to: z.string().describe('Address'),
  sizeBytes: z.number().int().describe('Of the report'),
  tests: z.array(
    z.strictObject({
      key: z.string(),
      scenario: z.string(),
      status: z.enum(['passed', 'failed', 'notImplemented']),
    }),
  ),
  total: z.number().int().describe('How many tests there are'),
  leftOut: z.array(z.string()).describe('Scenarios without an issue key of their own'),
  leftOutTotal: z.number().int().describe('How many these are; a long list is cut'),
  warnings: z.array(z.string()),
  execution: z
    .strictObject({
      environments: z.array(z.string()),
      planKey: z.string().optional(),
      version: z.string().optional(),
    })
    .optional()
    .describe('What the service is told of the execution'),
  upload: UploadRecord.optional(),
  note: z.string().optional().describe('Where credentials of the environment went'),
});
