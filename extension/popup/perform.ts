/** Does what a button says; it cannot be pressed again meanwhile, and failures are shown. */
export type Perform = (work: () => Promise<unknown>) => Promise<void>;
