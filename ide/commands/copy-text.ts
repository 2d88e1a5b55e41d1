import { AppError } from '../../model/errors/errors.ts';

/** Errors: `forbidden` where the browser does not let the page do it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    throw new AppError('forbidden', `The browser does not let this page copy: ${text}`, { cause });
  }
}
