import type { SampleStarters } from '../runs/plan/app-addresses.ts';

/** What `sample:` addresses mean; loaded when it is wanted, not with the service. */
export const SAMPLE_STARTERS: SampleStarters = {
  shop: async () => (await import('./shop/sample-shop.ts')).startSampleShop(),
  testManagement: async () => (await import('../sample-tm/sample-tm.ts')).startSampleTm(),
};
