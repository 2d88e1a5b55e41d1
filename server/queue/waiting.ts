/** A promise that others settle. */
interface Waiting {
  promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

export function waiting(): Waiting {
  let resolve: Waiting['resolve'] = () => {};
  let reject: Waiting['reject'] = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
