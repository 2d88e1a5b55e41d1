import { AppError } from '../../model/protocol/errors.ts';

const SAMPLE = /^sample:/i;

/** Turns the address in a project into one that a browser can open. */
export interface AppAddresses {
  /** `sample:` becomes the address of the sample shop, which is started on demand. Errors: `invalid-project`. */
  resolve(appUrl: string | undefined, usesSampleShop: boolean): Promise<string | undefined>;
  dispose(): Promise<void>;
}

interface Shop {
  url: string;
  dispose(): Promise<void>;
}

/** `startShop` runs at most once. */
export function createAppAddresses(startShop: () => Promise<Shop>): AppAddresses {
  let shop: Promise<Shop> | undefined;
  return {
    async resolve(appUrl, usesSampleShop) {
      if (appUrl === undefined || !SAMPLE.test(appUrl)) return appUrl || undefined;
      if (!usesSampleShop)
        throw new AppError('invalid-project', 'The app address is "sample:", but the setting sampleShop is not on.', {
          next: 'editProject',
        });
      shop ??= startShop();
      const { url } = await shop;
      return url + appUrl.replace(SAMPLE, '');
    },
    async dispose() {
      await (await shop)?.dispose();
    },
  };
}
