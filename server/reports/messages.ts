import { type Attachment, AttachmentContentEncoding, type TestRunStarted } from '@cucumber/messages';
import { terminalJson } from '../runs/messages/plain-text.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import { BLOB_FILE, BLOB_MEDIA_TYPE, BlobFile } from './merge/blob-file.ts';
import type { Reporter } from './reporter.ts';

const partOf = (
  about: Pick<FinishedRun, 'run' | 'keyPrefix' | 'issueUrl'>,
  { id, timestamp }: TestRunStarted,
): Attachment => ({
  testRunStartedId: id,
  timestamp,
  fileName: BLOB_FILE,
  mediaType: BLOB_MEDIA_TYPE,
  contentEncoding: AttachmentContentEncoding.IDENTITY,
  body: JSON.stringify(BlobFile.parse({ format: 1, ...about })),
});

export const messages: Reporter = {
  summary: 'Cucumber messages, one JSON text per line',
  title: 'Messages NDJSON',
  audience: 'programs',
  fileName: 'messages.ndjson',
  start: output => ({
    async finished({ run, messages, folder, keyPrefix, issueUrl }) {
      const { inlinePictures } = await import('./inline-pictures.ts');
      const inlined = await inlinePictures(messages, folder);
      for (const message of inlined.messages) {
        output.write(`${terminalJson(message)}\n`);
        // merge-reports needs it to put the parts of a run together.
        if (message.testRunStarted !== undefined && run.shard !== undefined)
          output.write(
            `${terminalJson({ attachment: partOf({ run, keyPrefix, issueUrl }, message.testRunStarted) })}\n`,
          );
      }
      for (const sentence of inlined.leftOut) output.warn(sentence);
    },
  }),
};
