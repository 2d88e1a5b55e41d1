/**
 * Characters without a look of their own: those that a terminal obeys (as Ctrl C, or the end of a paste), and those that
 * turn the order of others, so that a text reads as another one than it is.
 */
export const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}';
