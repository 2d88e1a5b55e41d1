import { once } from 'node:events';
import type { Server } from 'node:net';
import { AppError } from '../../../model/errors/errors.ts';
import { systemCode } from '../../store/files/file-system.ts';

interface ListenAddress {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

const NEXT_PORTS = 20;
const LAST_PORT = 65_535;

async function tryPort(server: Server, place: ListenAddress): Promise<boolean> {
  try {
    server.listen(place);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (systemCode(error) !== 'EADDRINUSE') throw error;
    return false;
  }
}

/** The next twenty ports are tried, too. Errors: `busy` when all are taken. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + NEXT_PORTS, LAST_PORT);
  for (let candidate = port; candidate <= last; candidate++) {
    if (!(await tryPort(server, { host, port: candidate }))) continue;
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : candidate;
  }
  throw new AppError('busy', `The ports ${port} to ${last} of ${host} are taken; choose another with --port.`);
}
