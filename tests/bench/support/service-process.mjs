/**
 * The service in a process of its own: `service-process.mjs WORKSPACE [ENDPOINT]`, of a browser to attach to. Sends { url, openMs } once it is ready, then
 * for each message what the process holds, after a garbage collection where that is exposed.
 */
import { startService } from '../../../dist/service.js';
import { serveParent } from './child.mjs';

/** A bench sends more in a minute than any client may; how many calls are performed at once stays as it is. */
const limits = { requestsPerSecond: 1_000_000, requestBurst: 1_000_000, failedSignInsPerMinute: 60_000_000 };

const [, , workspaceFolder, endpoint] = process.argv;
const attachTo = endpoint === undefined ? undefined : { way: 'cdp', url: endpoint, shown: endpoint };
const startedAt = performance.now();
const service = await startService({ workspaceFolder, port: 0, limits, attachTo });
process.send({ url: service.url, openMs: performance.now() - startedAt });
process.once('SIGTERM', () => service.dispose().then(() => process.exit(0)));

const MEGABYTE = 1_024 * 1_024;

serveParent(() => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / MEGABYTE, resident: rss / MEGABYTE, handles: process.getActiveResourcesInfo().length };
});
