import { useCall } from '../../app/queries.ts';

/** Five minutes that the service allows a server, and a margin. */
const LIMIT_MS = 330_000;

/** Whatever a server is sent or asked for is not lost when somebody looks elsewhere meanwhile. */
export const useServerCall = <Reply>() => useCall<Reply>({ timeoutMs: LIMIT_MS, outlivesView: true });
