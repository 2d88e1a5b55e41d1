/**
 * Does something once all have heard of an event and the browser has done what that brings, before anything that is asked
 * of the page later. A timer would wait in a tab behind another one.
 */
export function afterEvent(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}
