import type { WebSocket } from 'ws';

const MOST_MISSED = 2;

/** Cuts a socket that has not answered two questions whether it is still there. */
export function keepAsking(socket: WebSocket, intervalMs: number): void {
  let missed = 0;
  socket.on('pong', () => {
    missed = 0;
  });
  const beat = setInterval(() => {
    if (missed >= MOST_MISSED) {
      socket.terminate();
      return;
    }
    missed += 1;
    socket.ping();
  }, intervalMs);
  beat.unref();
  socket.once('close', () => clearInterval(beat));
}
