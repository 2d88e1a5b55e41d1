/** The service in a process of its own, on any free port, which it prints: `node serve-workspace.js <workspace>`. */
import { startService } from '../../../../server/main.ts';

const [workspaceFolder = ''] = process.argv.slice(2);
const limits = { requestsPerSecond: 100_000, requestBurst: 100_000 };
const service = await startService({ workspaceFolder, port: 0, logLevel: 'silent', limits });
process.stdout.write(`${service.url}\n`);
