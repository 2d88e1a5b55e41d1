/** Makes libraries obey the page's content security policy. Must be imported before all others. */
import { z } from 'zod';

// Compiled schemas would need `eval`, and trying that is reported in the console.
z.config({ jitless: true });

/** For the few style elements that libraries add. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
