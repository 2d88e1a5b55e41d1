/**
 * Runs in every document before its own scripts: counts the callbacks that the page has asked for its next frames, and
 * answers a question of `Scout` whether there are none. A page that puts something else in the place of
 * `requestAnimationFrame` gets no such answer, and its elements are watched frame by frame.
 */
export function countFrameCallbacks(): void {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel, Proxy: Wrapped, Set: Numbers } = globalThis;
  const { apply } = Reflect;
  const pending = new Numbers<number>();
  const [add, remove] = [pending.add.bind(pending), pending.delete.bind(pending)];
  const counting = new Wrapped(request, {
    apply(target, self, given: Parameters<typeof request>) {
      const [callback] = given;
      if (typeof callback !== 'function') return apply(target, self, given);
      const number: number = apply(target, self, [
        (time: number) => {
          remove(number);
          return callback(time);
        },
      ]);
      add(number);
      return number;
    },
  });
  globalThis.requestAnimationFrame = counting;
  globalThis.cancelAnimationFrame = new Wrapped(cancel, {
    apply(target, self, given: Parameters<typeof cancel>) {
      remove(given[0]);
      return apply(target, self, given);
    },
  });
  document.addEventListener('__steploom_frames__', asked => {
    if (pending.size === 0 && globalThis.requestAnimationFrame === counting) asked.preventDefault();
  });
}
