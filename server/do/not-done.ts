/** Verbs that failed, which has been told already. */
export class NotDone extends Error {}
