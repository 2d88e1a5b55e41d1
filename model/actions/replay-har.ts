import { z } from 'zod';
import { filePathFault } from '../names/file-path.ts';
import { addressPatternFault } from '../values/address-pattern.ts';
import { defineActionKind } from './define-action-kind.ts';
import { literalFault } from './field-fault.ts';
import { MEANINGS } from './fields.ts';
import { mock } from './mock.ts';
import { fieldPart, say } from './sentence.ts';

/** As Playwright calls them. */
const NotFound = z.enum(['abort', 'fallback']);

const WAYS_NOT_FOUND: Readonly<Record<z.infer<typeof NotFound>, string>> = {
  abort: 'fails',
  fallback: 'goes to an earlier mock, else to its server',
};

/**
 * Answers from a HAR file, in force as a `mock` is; with `update` the real answers are recorded into the file instead,
 * which is written when the test ends.
 */
export const replayHar = defineActionKind({
  type: 'replayHar',
  label: 'Replay a HAR file',
  alsoCalled: ['routeFromHAR', 'record', 'recorded answers', 'har'],
  isQuiet: true,
  isSpecial: true,
  fields: {
    file: mock.fields.file.unwrap(),
    url: mock.fields.url.optional(),
    notFound: NotFound.describe('What a request that fits and is not in the file does; default: abort')
      .register(MEANINGS, { label: 'Not in the file', choices: WAYS_NOT_FOUND })
      .optional(),
    update: z
      .boolean()
      .describe('Records the real answers into the file when the test ends, instead of replaying it')
      .register(MEANINGS, { label: 'Record anew' })
      .optional(),
  },
  title: ({ file, url, update }) => {
    const which = url === undefined ? 'all requests' : say`requests to ${fieldPart('url', url)}`;
    return update === true
      ? say`Record the answers to ${which} into ${fieldPart('file', file)}`
      : say`Answer ${which} from ${fieldPart('file', file)}`;
  },
  uses: ({ update }) => ({ asks: ['url', 'update'], without: update === true ? ['notFound'] : [] }),
  fault: ({ file, url }) => literalFault('file', file, harPathFault) ?? literalFault('url', url, addressPatternFault),
});

/** What is wrong with the path of a HAR file, as a sentence without its end. */
export const harPathFault = (file: string): string | undefined =>
  filePathFault(file) ?? (/\.har$/i.test(file) ? undefined : `“${file}” is no HAR file: its name has to end with .har`);
