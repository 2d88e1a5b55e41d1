/** Parts of the page that are loaded when they are first shown. */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

const RELOADED_KEY = 'steploom.loaded-anew';
/** A part that is missing again so soon is missing from the new build, too. */
const AGAIN_MS = 10_000;
const RETRY_MS = 1_000;

/** A part that waits for a service that is away. The page is loaded anew, once, where a newer build has no such part. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

/** A part that stands alone: something else is shown in its place, by default nothing, until it is loaded. */
export function lateView<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const Late = latePart(load);
  return (props: Props) => <Suspense fallback={fallback}>{createElement(Late, props)}</Suspense>;
}

/** A browser remembers that a script did not come: once the service is back the page has to begin again. */
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

/** Errors: the one given, when that has been done just now. */
async function reloadOnce(error: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < AGAIN_MS) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
  return new Promise(() => {});
}
