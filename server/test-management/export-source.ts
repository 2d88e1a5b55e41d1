import { ARCHIVE_LIMITS } from './archive/check-entry.ts';
import { decoded } from './http/proxies.ts';
import type { FeatureFetcher } from './ports.ts';
import { authorised } from './sign-in.ts';

export function fileNameOf({ pathname }: URL): string {
  const last = decoded(pathname.slice(pathname.lastIndexOf('/') + 1));
  return /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*\.\w+$/u.test(last) ? last : 'features.feature';
}

/** One response that holds all features: an archive, or the text of one. */
export const exportSource = (url: URL): FeatureFetcher => ({
  async fetch(talk, signIn) {
    const { answer, isOk, refusal } = await authorised(talk, signIn, credentials =>
      talk.ask(
        { method: 'GET', url, credentials, headers: { accept: '*/*' } },
        { stage: 'fetch', mostBytes: ARCHIVE_LIMITS.archiveBytes },
      ),
    );
    if (!isOk || answer.status === 204 || answer.body.length === 0) throw refusal();
    const { body: bytes, contentType, status } = answer;
    return { kind: 'bytes', bytes, contentType, status, fileName: fileNameOf(answer.url) };
  },
});
