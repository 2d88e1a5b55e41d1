/**
 * The service where loopback leads to nobody else: reached through a socket file, which network namespaces share.
 * `node serve-in-namespace.js <workspace> <port> <socket file> <renewal in ms>`; says `ready`.
 */
import { connect, createServer } from 'node:net';
import { startService } from '../../../../server/main.ts';

const [workspaceFolder = '', port = '0', socketFile = '', renewEveryMs = '5000'] = process.argv.slice(2);
const limits = { requestsPerSecond: 100_000, requestBurst: 100_000 };
await startService({
  workspaceFolder,
  port: Number(port),
  logLevel: 'silent',
  limits,
  renewEveryMs: Number(renewEveryMs),
});
const server = createServer(socket => {
  const target = connect(Number(port), '127.0.0.1');
  socket.pipe(target).pipe(socket);
  for (const each of [socket, target]) each.on('error', () => each.destroy());
});
server.listen(socketFile, () => process.stdout.write('ready\n'));
