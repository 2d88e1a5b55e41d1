import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { setOptional } from '../../../model/project/edits/set-optional.ts';
import {
  FEATURE_SERVER_SECRETS,
  FEATURE_SERVER_TYPES,
  FeatureServer,
  type FeatureServerSecret,
  featureServerSecretKey,
  isReference,
  isSampleAddress,
  originsOf,
  webAddress,
} from '../../../model/project/feature-server.ts';
import type { Transaction } from '../../store/edits/transaction.ts';
import { folderPath, type SettingsSource } from '../../test-management/connection-settings.ts';
import { type OwnCredentials, ownNames, refuseNewHost } from '../../test-management/own-credentials.ts';
import type { OpenProject } from '../../workspace/workspace.ts';
import { MaskedSecret, maskedSecret } from '../define/secret-note.ts';

export const FeatureServerView = z.strictObject({
  ...FeatureServer.shape,
  type: z.enum(['none', ...FEATURE_SERVER_TYPES]),
  token: MaskedSecret.optional(),
  clientSecret: MaskedSecret.optional(),
  fromEnvironment: z
    .array(z.string())
    .optional()
    .describe('Variables of the process that win: CLIENT_ID, CLIENT_SECRET'),
});

type Viewed = Pick<OpenProject, 'store' | 'testManagement'>;

export function featureServerView({ store, testManagement }: Viewed): z.input<typeof FeatureServerView> {
  const { secrets } = store;
  const settings = store.content.project.integration;
  const names = ownNames(testManagement.own);
  const fromEnvironment = names.length === 0 ? {} : { fromEnvironment: names };
  if (settings === undefined) return { type: 'none', ...fromEnvironment };
  const { token: _token, clientSecret: _secret, ...rest } = settings;
  const masked = (name: FeatureServerSecret) => maskedSecret(settings[name], secrets.get(featureServerSecretKey(name)));
  return { ...rest, token: masked('token'), clientSecret: masked('clientSecret'), ...fromEnvironment };
}

type SettingChanges = { [Field in keyof FeatureServer]?: FeatureServer[Field] | null | undefined };
type Input = Omit<SettingChanges, 'type'> & { type?: FeatureServer['type'] | 'none' | undefined };

interface SettingsTarget {
  transaction: Pick<Transaction, 'setSecret' | 'secret'>;
  folder: string;
  isAtMachine: boolean;
  /** Credentials of the process, which override the settings. */
  own: OwnCredentials;
}

interface Configured {
  settings: FeatureServer | undefined;
  dropped: string[];
}

/** The settings after a change. Errors: `invalid-params`, `forbidden`. */
export function configured(old: FeatureServer | undefined, input: Input, place: SettingsTarget): Configured {
  const { type = old?.type, ...changes } = input;
  if (type === undefined)
    throw new AppError('invalid-params', '"type" is missing: no feature server is set yet.', {
      field: 'type',
      expected: FEATURE_SERVER_TYPES.join(', '),
    });
  if (type === 'none') {
    for (const name of FEATURE_SERVER_SECRETS) place.transaction.setSecret(featureServerSecretKey(name), undefined);
    return { settings: undefined, dropped: [] };
  }
  const next: FeatureServer = { ...old, type };
  const { token: _token, clientSecret: _secret, ...plain } = changes;
  for (const field of [
    'fileListUrl',
    'authUrl',
    'importUrl',
    'matchFile',
    'clientId',
    'keyPrefix',
    'issueUrl',
    'projectKey',
  ] as const)
    setOptional(next, field, plain[field]);
  setOptional(next, 'statusMap', plain.statusMap);
  setOptional(next, 'info', plain.info);
  setOptional(next, 'testEnvironments', plain.testEnvironments);
  refuseAddress(next);
  refuseFolder(old, next, place);
  if (!place.isAtMachine) refuseNewHost(place.own, { old, next }, 'fileListUrl');
  const dropped = isElsewhere(old, next) ? droppedSecrets(next, input, place) : [];
  for (const name of FEATURE_SERVER_SECRETS) setSecret(next, name, input[name], place);
  return { settings: next, dropped };
}

interface Trial {
  project: Pick<OpenProject, 'store' | 'folder' | 'testManagement'>;
  isAtMachine: boolean;
}

/** The settings that a change would make; nothing is stored. Errors: those of `configured`. */
export function tried(input: Input, { project: { store, folder, testManagement }, isAtMachine }: Trial) {
  const secrets = new Map<string, string | undefined>();
  const secret = (key: string) => (secrets.has(key) ? secrets.get(key) : store.secrets.get(key));
  const setSecret = (key: string, value: string | undefined) => void secrets.set(key, value);
  const place = { transaction: { secret, setSecret }, folder, isAtMachine, own: testManagement.own };
  const { settings, dropped } = configured(store.content.project.integration, input, place);
  const source: SettingsSource = { settings, secret };
  return { source, dropped };
}

function refuseAddress({ type, fileListUrl }: FeatureServer): void {
  const refuse = (what: string) =>
    new AppError('invalid-params', `"fileListUrl" ${what}`, {
      field: 'fileListUrl',
      expected: 'an http or https address',
    });
  if (fileListUrl === undefined) throw refuse('is missing.');
  const isKnown = isReference(fileListUrl) || isSampleAddress(fileListUrl) || webAddress(fileListUrl) !== undefined;
  if (type === 'folder' || isKnown) return;
  throw refuse(
    `must be an http or https address without a user name, not ${JSON.stringify(fileListUrl.slice(0, 200))}. Credentials have fields of their own.`,
  );
}

/** Only people may choose another folder of this machine: programs could read with it what they may not. */
function refuseFolder(
  old: FeatureServer | undefined,
  next: FeatureServer,
  { folder, isAtMachine }: SettingsTarget,
): void {
  const { type, fileListUrl = '', matchFile } = next;
  if (type !== 'folder' || isAtMachine) return;
  const isSame = old?.type === type && old.fileListUrl === fileListUrl && old.matchFile === matchFile;
  if (isSame || isBelow(folderPath(folder, fileListUrl), join(folder, 'files'))) return;
  throw new AppError(
    'forbidden',
    `The folder ${JSON.stringify(fileListUrl)} is not under files/; only people at the machine may set others.`,
    {
      field: 'fileListUrl',
      expected: 'a path under files/, e.g. files/features',
      next: 'Use the page or the command line, or put the files under files/.',
    },
  );
}

const isBelow = (path: string, root: string): boolean =>
  `${realPath(path)}${sep}`.startsWith(`${realPath(root)}${sep}`);

/** Resolves links; a path that does not exist yet is resolved by its folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Whether credentials would be sent to a new host. */
function isElsewhere(old: FeatureServer | undefined, next: FeatureServer): boolean {
  if (old === undefined) return false;
  const known = originsOf(old);
  return [...originsOf(next)].some(origin => !known.has(origin));
}

function droppedSecrets(next: FeatureServer, input: Input, { transaction }: SettingsTarget): string[] {
  return FEATURE_SERVER_SECRETS.filter(name => {
    if (input[name] !== undefined) return false;
    const key = featureServerSecretKey(name);
    const isSet = next[name] !== undefined || transaction.secret(key) !== undefined;
    delete next[name];
    transaction.setSecret(key, undefined);
    return isSet;
  });
}

/** Plain secrets are only in the secrets file; references stay in the project file. Empty text or null removes one. */
function setSecret(
  next: FeatureServer,
  name: FeatureServerSecret,
  value: string | null | undefined,
  { transaction }: SettingsTarget,
): void {
  if (value === undefined) return;
  const key = featureServerSecretKey(name);
  delete next[name];
  const isPlain = value !== null && value !== '' && !isReference(value);
  transaction.setSecret(key, isPlain ? value : undefined);
  if (value !== null && value !== '' && !isPlain) next[name] = value;
}
