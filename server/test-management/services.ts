import { exportSource } from './export-source.ts';
import { folder } from './folder.ts';
import { importSink } from './import-sink.ts';
import { type FeatureServerType, type FeatureService, requireUrl } from './ports.ts';
import { pushTarget } from './push-target.ts';
import { clientCredentials, tokenSignIn } from './sign-in.ts';
import { url } from './url.ts';
import { xrayServer } from './xray-server.ts';

/** Xray Cloud: client ID and secret for a token of a day; archives by filter or keys. */
const xrayCloud: FeatureService = {
  addresses: ({ origin }) => ({
    authUrl: `${origin}/api/v1/authenticate`,
    importUrl: `${origin}/api/v2/import/execution/cucumber`,
  }),
  signIn: settings =>
    settings.token !== undefined && settings.clientSecret === undefined
      ? tokenSignIn(settings.token)
      : clientCredentials(settings),
  source: settings => exportSource(requireUrl(settings)),
  sink: ({ importUrl }) => importSink(importUrl),
  target: pushTarget,
};

export const FEATURE_SERVICES: Readonly<Record<FeatureServerType, FeatureService>> = {
  'xray-cloud': xrayCloud,
  'xray-server': xrayServer,
  folder,
  url,
};
