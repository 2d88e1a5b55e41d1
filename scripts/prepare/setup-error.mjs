/** Its message explains the failure in full. */
export class SetupError extends Error {}
