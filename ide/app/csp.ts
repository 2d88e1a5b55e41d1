/** What the policy of the page asks of its libraries. Imported first of all. */
import { z } from 'zod';

// Compiled schemas would need `eval`, and trying that is reported in the console.
z.config({ jitless: true });

/** For the few style elements that libraries add. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
