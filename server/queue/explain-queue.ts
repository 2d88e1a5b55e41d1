/** Why the queue cannot be used, and what would help against just that. */
import { systemCode } from '../store/files/file-system.ts';

interface Explained {
  /** Continues “The queue at …”. */
  fault: string;
  next: string;
}

const HOW_TO_GIVE = 'set STEPLOOM_QUEUE_PASSWORD, or name a file that holds it with --queue-password-file';
const START = 'start Redis there, e.g. docker compose up redis, or correct the address';

const ANSWERS: readonly (readonly [RegExp, Explained])[] = [
  [/^NOAUTH/, { fault: 'wants a password', next: HOW_TO_GIVE }],
  [
    /^WRONGPASS|invalid password|invalid username-password/,
    { fault: 'refuses the password', next: `${HOW_TO_GIVE}; a user has its place in the address: redis://user@host` },
  ],
  [
    /^NOPERM/,
    {
      fault: 'refuses what the user may not do',
      next: 'give the user of the queue the right to all commands, for keys and channels that begin with bull: or steploom:',
    },
  ],
  [/^OOM/, { fault: 'has no memory left', next: 'raise maxmemory of Redis, or give it to this queue alone' }],
  [
    /^MISCONF/,
    { fault: 'cannot save to its disk', next: 'look whether the disk of Redis is full, or begin it with --save ""' },
  ],
  [/^READONLY/, { fault: 'is a replica, which takes nothing', next: 'name the address of its primary' }],
  [/^LOADING/, { fault: 'is still loading its data', next: 'try again in a moment' }],
  [/max number of clients/, { fault: 'has too many clients', next: 'raise maxclients of Redis' }],
  [
    /DB index is out of range/,
    { fault: 'has no such database', next: 'correct the number at the end of the address, or leave it out' },
  ],
  [/^Protocol error/, { fault: 'is none: what answers there is not Redis', next: 'correct host and port' }],
];

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
const CUT = ['ECONNRESET', 'EPIPE'];

/** For an error of the connection or an answer of Redis, at the address `url`. */
export function explainQueue(error: Error, url: string): Explained | undefined {
  const known = ANSWERS.find(([pattern]) => pattern.test(error.message))?.[1];
  if (known !== undefined) return known;
  const { hostname, protocol } = new URL(url);
  const code = systemCode(error) ?? '';
  const isEncrypted = protocol === 'rediss:';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      fault: `cannot be reached: the name ${hostname} was not found`,
      next: 'correct the host, or look at the network',
    };
  if (code === 'ECONNREFUSED') return { fault: 'cannot be reached: nothing answers there', next: START };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return { fault: 'does not speak TLS', next: 'write redis:// in the address, or name the port for TLS' };
  if (isEncrypted && CERTIFICATE.test(code))
    return {
      fault: `shows a certificate that is not trusted (${code})`,
      next: 'name the file of its authority in NODE_EXTRA_CA_CERTS, and the host as the certificate does',
    };
  if (CUT.includes(code) && !isEncrypted)
    return { fault: 'cut the connection at once', next: 'write rediss:// in the address, if the port is one for TLS' };
  if (code === 'ETIMEDOUT')
    return {
      fault: 'cannot be reached: it does not answer in time',
      next: isEncrypted
        ? 'write redis:// if the port is one without TLS; else look at the network'
        : 'look at the network, and at its firewalls',
    };
  return undefined;
}
