import type { FileChooser, Page } from 'playwright';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { startClock } from '../../browser/limits/within-limit.ts';

type Element = ReturnType<Page['locator']>;

interface CallOptions {
  timeout: number;
  signal: AbortSignal;
}

/** Puts files into a file input, hidden or not; any other element is clicked, and its file chooser gets them. */
export async function giveFiles(element: Element, paths: readonly string[], options: CallOptions): Promise<void> {
  const remaining = startClock(options.timeout);
  try {
    await element.setInputFiles([...paths], options);
  } catch (error) {
    if (!(error instanceof Error) || !/Node is not an HTMLInputElement/.test(error.message)) throw error;
    await choose(element, paths, { ...options, timeout: remaining() });
  }
}

async function choose(element: Element, paths: readonly string[], options: CallOptions): Promise<void> {
  const remaining = startClock(options.timeout);
  const clicked = new AbortController();
  const signal = AbortSignal.any([options.signal, clicked.signal]);
  const opened = element.page().waitForEvent('filechooser', { timeout: options.timeout, signal });
  opened.catch(() => {});
  try {
    await element.click(options);
  } catch (error) {
    clicked.abort();
    throw error;
  }
  const chooser = await opened.catch((error: unknown): never => {
    options.signal.throwIfAborted();
    throw new Error(`No file chooser within ${inSeconds(options.timeout)}`, { cause: error });
  });
  await answer(chooser, paths, remaining());
}

async function answer(chooser: FileChooser, paths: readonly string[], timeout: number): Promise<void> {
  if (paths.length > 1 && !chooser.isMultiple()) throw new Error('Non-multiple file input');
  await chooser.setFiles([...paths], { timeout });
}
