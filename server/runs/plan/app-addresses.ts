import { AppError } from '../../../model/errors/errors.ts';
import { isSampleAddress } from '../../../model/project/feature-server.ts';

export interface AppAddresses {
  /** Starts the sample shop on demand for `sample:` addresses. Errors: `invalid-project`. */
  resolve(appUrl: string | undefined, usesSampleShop: boolean): Promise<string | undefined>;
  /** Address of the sample test-management service, started on demand. */
  testManagement(): Promise<string>;
  dispose(): Promise<void>;
}

interface Started {
  url: string;
  dispose(): Promise<void>;
}

export interface SampleStarters {
  shop(): Promise<Started>;
  testManagement(): Promise<Started>;
}

export function createAppAddresses(start: SampleStarters): AppAddresses {
  let shop: Promise<Started> | undefined;
  let testManagement: Promise<Started> | undefined;
  return {
    async resolve(appUrl, usesSampleShop) {
      if (appUrl === undefined || !isSampleAddress(appUrl)) return appUrl || undefined;
      if (!usesSampleShop)
        throw new AppError('invalid-project', 'The app address is "sample:", but the setting sampleShop is not on.', {
          next: 'editProject',
        });
      shop ??= start.shop();
      const { url } = await shop;
      return url + appUrl.slice(appUrl.indexOf(':') + 1);
    },
    async testManagement() {
      testManagement ??= start.testManagement();
      return (await testManagement).url;
    },
    async dispose() {
      for (const started of await Promise.allSettled([shop, testManagement]))
        if (started.status === 'fulfilled') await started.value?.dispose();
    },
  };
}
