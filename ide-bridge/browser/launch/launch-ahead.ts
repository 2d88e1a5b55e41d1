import type { BrowserLauncher, LaunchedBrowser } from './browser-launcher.ts';
import { localLauncher } from './local-launcher.ts';

/** Starts the first browser at once; one that nobody takes ends with this. */
export function launchAhead({ headed }: { headed: boolean }): BrowserLauncher & AsyncDisposable {
  const launcher = localLauncher({ mayBeShell: true });
  let ahead: Promise<LaunchedBrowser> | undefined = launcher.launch({ headed });
  ahead.catch(() => {});
  return {
    sandboxed: launcher.sandboxed,
    hasDisplay: launcher.hasDisplay,
    async launch(options) {
      const taken = ahead;
      if (taken === undefined || options.headed !== headed) return launcher.launch(options);
      if (options.isWhole && (await taken).isShell) return launcher.launch(options);
      ahead = undefined;
      return taken;
    },
    async [Symbol.asyncDispose]() {
      const left = await ahead?.catch(() => undefined);
      // An unused browser needs no orderly end.
      left?.guard?.kill();
      await left?.dispose();
    },
  };
}
