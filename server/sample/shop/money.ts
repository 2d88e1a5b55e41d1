/** Writes an amount of cents as the shop shows prices, e.g. `€129.00`. */
export const money = (cents: number) => `€${(cents / 100).toFixed(2)}`;
