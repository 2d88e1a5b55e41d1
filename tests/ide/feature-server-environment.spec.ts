// @module-tag full
import { beforeAll, expect, it } from 'vitest';
import { SAMPLE_CLIENT } from '../../server/sample-tm/tm-accounts.ts';
import { cloudSettings } from '../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const shop = useApp({ testManagement: SAMPLE_CLIENT });
let tm: SampleTm;

beforeAll(async () => {
  tm = await startSampleTm();
  return () => tm.dispose();
});

it('the feature server settings say that environment variables win and where their secret was sent', async () => {
  const page = await showIde(shop.app, '/p/shop/main/settings/integrations');
  const form = page.getByRole('form', { name: 'Feature file server' });
  await form.getByLabel('Type').selectOption('Xray cloud');
  await form.getByLabel('File list URL').fill(cloudSettings(tm).fileListUrl);
  await form.getByText('CLIENT_SECRET from the environment of the service is used instead').waitFor();
  await form.getByRole('button', { name: 'Check' }).click();
  await page.getByText('4 features found').waitFor();
  const first = page.getByRole('list', { name: 'Stages of the check' }).getByRole('listitem').first();
  expect(await first.innerText()).toContain(`of the environment of the service went to ${new URL(tm.url).host}`);
  await expectAccessibleInThemes(page);
});
