import type { SampleStarters } from '../runs/plan/app-addresses.ts';

/** Loaded with the first `sample:` address, not with the service. */
export const SAMPLE_STARTERS: SampleStarters = {
  shop: async () => (await import('./shop/sample-shop.ts')).startSampleShop(),
  testManagement: async () => (await import('../sample-tm/sample-tm.ts')).startSampleTm(),
};
