import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

const RELOADED_KEY = 'steploom.loaded-anew';
/** A part that is missing again so soon is missing from the new build, too. */
const AGAIN_MS = 10_000;
const RETRY_MS = 1_000;

/** Waits while the service is away; reloads the page once where a newer build has no such part. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

/** `fallback` is shown until the part is loaded. */
export function lateView<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const Late = latePart(load);
  return (props: Props) => <Suspense fallback={fallback}>{createElement(Late, props)}</Suspense>;
}

/** Browsers remember a failed import: once the service is back the page must be reloaded. */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    while (!(await isServed())) await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    return await reloadOnce(error);
  }
}

const isServed = (): Promise<boolean> =>
  fetch('/api/session', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Errors: the given one, when the page was reloaded just now. */
async function reloadOnce(error: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < AGAIN_MS) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
  return new Promise(() => {});
}
