import { useCall } from '../../app/queries.ts';

/** Five minutes that the service allows a server, and a margin. */
const LIMIT_MS = 330_000;

/** An import, a push or an upload goes on when somebody leaves its dialog. */
export const useServerCall = <Reply>() => useCall<Reply>({ timeoutMs: LIMIT_MS, outlivesView: true });
