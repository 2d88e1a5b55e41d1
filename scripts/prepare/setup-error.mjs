/** A failure of the set-up that its message explains in full. */
export class SetupError extends Error {}
