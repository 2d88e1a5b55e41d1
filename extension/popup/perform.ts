/** Does what a button says; it cannot be pressed again meanwhile, and what goes wrong is told. */
export type Perform = (work: () => Promise<unknown>) => Promise<void>;
