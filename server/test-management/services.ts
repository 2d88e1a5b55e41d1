import { folder } from './folder.ts';
import type { FeatureServerType, FeatureService } from './ports.ts';
import { url } from './url.ts';
import { xrayCloud } from './xray-cloud.ts';
import { xrayServer } from './xray-server.ts';

/** The kinds of services: one line for each. */
export const FEATURE_SERVICES: Readonly<Record<FeatureServerType, FeatureService>> = {
  'xray-cloud': xrayCloud,
  'xray-server': xrayServer,
  folder,
  url,
};
