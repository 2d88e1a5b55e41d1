import { resolve } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import {
  DEFAULT_MATCH_FILE,
  type FeatureServer,
  featureServerSecretKey,
  isReference,
  webAddress,
} from '../../model/project/feature-server.ts';
import type { ProjectStore } from '../store/edits/project-store.ts';
import { requirePinned } from './own-credentials.ts';
import type { ConnectionSettings } from './ports.ts';
import { type Reference, readReference, referencedValue } from './references.ts';
import { FEATURE_SERVICES } from './services.ts';
import type { TestManagement } from './test-management.ts';

export interface ConnectedProject {
  store: ProjectStore;
  folder: string;
  testManagement: TestManagement;
}

/** Stored settings, or those that a change would make. */
export interface SettingsSource {
  settings: FeatureServer | undefined;
  secret(key: string): string | undefined;
}

const stored = ({ store }: Pick<ConnectedProject, 'store'>): SettingsSource => ({
  settings: store.content.project.integration,
  secret: key => store.secrets.get(key),
});

/** Settings with all references resolved. Errors: `invalid-project` for what is not set or cannot be resolved. */
export async function connectionSettings(
  project: ConnectedProject,
  source: SettingsSource = stored(project),
): Promise<ConnectionSettings> {
  const { folder, testManagement } = project;
  const { settings } = source;
  if (settings === undefined) throw lacking('No feature server is set.');
  const { type, matchFile = DEFAULT_MATCH_FILE, info } = settings;
  const values = new SettingValues(project);
  const secret = (name: 'token' | 'clientSecret') =>
    values.fill(name, settings[name]) ?? source.secret(featureServerSecretKey(name));
  const fileList = values.fill('fileListUrl', settings.fileListUrl);
  if (fileList === undefined) throw lacking('The feature server has no fileListUrl.');
  const credentials = {
    token: secret('token'),
    clientId: values.fill('clientId', settings.clientId),
    clientSecret: secret('clientSecret'),
  };
  const { sampleShop = false } = project.store.content.project.settings ?? {};
  const whole = await testManagement.addressOf(fileList, sampleShop);
  const fileListUrl = type === 'folder' ? folderPath(folder, whole) : addressOf('fileListUrl', whole);
  const defaults = fileListUrl instanceof URL ? FEATURE_SERVICES[type].addresses(fileListUrl) : {};
  const address = (name: 'authUrl' | 'importUrl') => {
    const text = values.fill(name, settings[name]) ?? defaults[name];
    return text === undefined ? undefined : addressOf(name, text);
  };
  const addresses = { fileListUrl, authUrl: address('authUrl'), importUrl: address('importUrl') };
  const { credentialHosts, ...own } = type === 'folder' ? {} : testManagement.own;
  requirePinned({ ...own, credentialHosts }, addresses);
  return { type, matchFile, ...addresses, ...credentials, ...own, info };
}

/** Relative paths begin at the folder of the project. */
export const folderPath = (projectFolder: string, path: string): string => resolve(projectFolder, path);

const lacking = (what: string) =>
  new AppError('invalid-project', `${what} Set it with configureFeatureServer.`, { next: 'configureFeatureServer' });

function addressOf(name: string, text: string): URL {
  const url = webAddress(text);
  if (url !== undefined) return url;
  throw lacking(`${name} is not an http or https address without a user name once it is filled in.`);
}

class SettingValues {
  readonly #project: ConnectedProject;

  constructor(project: ConnectedProject) {
    this.#project = project;
  }

  /** Errors: `invalid-project`. */
  fill(field: keyof FeatureServer, text: string | undefined): string | undefined {
    if (text === undefined || text === '') return undefined;
    const reference = readReference(text);
    if (reference !== undefined) return this.#valueOf(field, reference);
    if (isReference(text)) throw lacking(`${field} is ${text}, but only {{env.NAME}} and {{secret.NAME}} work there.`);
    return text;
  }

  #valueOf(field: string, { group, name }: Reference): string {
    const { store } = this.#project;
    const wanted = store.content.project.defaultEnvironment;
    const found = referencedValue(store, { group, name });
    if (found !== undefined) return found;
    const where =
      wanted === undefined ? 'the project has no default environment' : `the environment "${wanted}" does not have it`;
    const message = `The feature server's ${field} needs ${group}.${name}, but ${where}.`;
    throw new AppError('invalid-project', message, { next: wanted === undefined ? 'editProject' : 'editEnvironment' });
  }
}
