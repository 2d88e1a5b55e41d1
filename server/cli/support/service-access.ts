import { readProxies } from '../../test-management/http/proxies.ts';
import { readHosts } from '../../test-management/own-credentials.ts';
import type { Cli } from './cli.ts';

export const serviceAccess = (environment: Cli['environment']) => ({
  clientId: environment.CLIENT_ID,
  clientSecret: environment.CLIENT_SECRET,
  credentialHosts: readHosts(environment.STEPLOOM_CREDENTIAL_HOSTS),
  proxies: readProxies(environment),
});
