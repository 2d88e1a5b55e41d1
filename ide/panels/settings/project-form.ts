/** Settings of the project as texts in fields. Pure. */
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { KeptOf } from '../../../model/project/kept-of.ts';
import type { ArgumentsOf, ReplyOf } from '../../app/tool-replies.ts';

export type ProjectReply = ReplyOf<'getProject'>['project'];
export type ProjectEdit = ArgumentsOf<'editProject'>;

/** A whole number as it is typed; undefined for none. Errors: `invalid-params`. */
export function readNumber(text: string, field: string): number | undefined {
  if (text.trim() === '') return undefined;
  if (!/^\d{1,12}$/.test(text.trim())) throw notANumber(field);
  return Number(text.trim());
}

const notANumber = (field: string) => new AppError('invalid-params', 'Enter a whole number', { field });

export const textOf = (value: number | string | undefined): string => (value === undefined ? '' : String(value));

/** A group of settings without those that are not set; the service takes no empty ones. */
const setOnly = <Group extends object>(group: Group): Partial<Group> => {
  const copy: Partial<Group> = { ...group };
  for (const key of keysOf(copy)) if (copy[key] === undefined) delete copy[key];
  return copy;
};

const keysOf = <Group extends object>(group: Group): (keyof Group)[] => {
  const keys: (keyof Group)[] = [];
  for (const key in group) keys.push(key);
  return keys;
};

const PICTURES = ['off', 'failure', 'each'] as const;

export const GeneralDraft = z.object({
  name: z.string(),
  appUrl: z.string(),
  defaultVersion: z.string(),
  defaultEnvironment: z.string(),
  testIdAttribute: z.string(),
  actionMs: z.string(),
  navigationMs: z.string(),
  runMs: z.string(),
  screenshots: z.enum(['', ...PICTURES]),
  video: KeptOf,
  runs: z.string(),
  megabytes: z.string(),
});
export type GeneralDraft = z.infer<typeof GeneralDraft>;

export function generalOf(project: ProjectReply): GeneralDraft {
  const { name, appUrl, defaultVersion, defaultEnvironment, settings } = project;
  const { browser, timeouts, evidence, retention } = settings;
  return {
    name,
    appUrl: textOf(appUrl),
    defaultVersion,
    defaultEnvironment: textOf(defaultEnvironment),
    testIdAttribute: textOf(browser?.testIdAttribute),
    actionMs: textOf(timeouts?.actionMs),
    navigationMs: textOf(timeouts?.navigationMs),
    runMs: textOf(timeouts?.runMs),
    screenshots: evidence?.screenshots ?? '',
    video: evidence?.video ?? 'off',
    runs: textOf(retention?.runs),
    megabytes: textOf(retention?.megabytes),
  };
}

/** Errors: `invalid-params`. */
export function generalChanges(draft: GeneralDraft, { settings, versions }: ProjectReply): ProjectEdit {
  const number = (field: 'actionMs' | 'navigationMs' | 'runMs' | 'runs' | 'megabytes') =>
    readNumber(draft[field], field);
  const { screenshots, video } = draft;
  return {
    name: draft.name.trim(),
    appUrl: draft.appUrl.trim() === '' ? null : draft.appUrl.trim(),
    defaultVersion: versions.find(id => id === draft.defaultVersion),
    defaultEnvironment: draft.defaultEnvironment === '' ? null : draft.defaultEnvironment,
    settings: {
      browser: setOnly({ ...settings.browser, testIdAttribute: draft.testIdAttribute.trim() || undefined }),
      timeouts: setOnly({ actionMs: number('actionMs'), navigationMs: number('navigationMs'), runMs: number('runMs') }),
      evidence: setOnly({
        ...settings.evidence,
        screenshots: screenshots === '' ? undefined : screenshots,
        video: video === 'off' ? undefined : video,
      }),
      retention: setOnly({ runs: number('runs'), megabytes: number('megabytes') }),
    },
  };
}

export const BrowserDraft = z.object({
  width: z.string(),
  height: z.string(),
  locale: z.string(),
  timezone: z.string(),
  proxy: z.string(),
  ignoreHttpsErrors: z.boolean(),
  slowMoMs: z.string(),
  workers: z.string(),
  retries: z.string(),
  trace: KeptOf,
});
export type BrowserDraft = z.infer<typeof BrowserDraft>;

export function browserOf({
  settings: { browser = {}, evidence, slowMoMs, workers, retries },
}: ProjectReply): BrowserDraft {
  return {
    width: textOf(browser.viewport?.width),
    height: textOf(browser.viewport?.height),
    locale: textOf(browser.locale),
    timezone: textOf(browser.timezone),
    proxy: textOf(browser.proxy),
    ignoreHttpsErrors: browser.ignoreHttpsErrors === true,
    slowMoMs: slowMoMs ? textOf(slowMoMs) : '',
    workers: textOf(workers),
    retries: textOf(retries),
    trace: evidence?.trace ?? 'on',
  };
}

/** Errors: `invalid-params`. */
export function browserChanges(draft: BrowserDraft, { settings }: ProjectReply): ProjectEdit {
  const width = readNumber(draft.width, 'width');
  const height = readNumber(draft.height, 'height');
  if (width !== undefined && height === undefined) throw notANumber('height');
  if (height !== undefined && width === undefined) throw notANumber('width');
  const viewport = width === undefined || height === undefined ? undefined : { width, height };
  const testIdAttribute = settings.browser?.testIdAttribute;
  return {
    settings: {
      browser: setOnly({
        viewport,
        locale: draft.locale.trim() || undefined,
        timezone: draft.timezone.trim() || undefined,
        proxy: draft.proxy.trim() || undefined,
        ignoreHttpsErrors: draft.ignoreHttpsErrors || undefined,
        testIdAttribute,
      }),
      slowMoMs: readNumber(draft.slowMoMs, 'slowMoMs') ?? 0,
      ...sideBySideOf(draft, settings),
      evidence: setOnly({ ...settings.evidence, trace: draft.trace === 'on' ? undefined : draft.trace }),
    },
  };
}

/** What was never set stays so; what is emptied is as if it had not been. */
function sideBySideOf(draft: BrowserDraft, settings: ProjectReply['settings']): ProjectEdit['settings'] {
  const workers = readNumber(draft.workers, 'workers') ?? (settings.workers === undefined ? undefined : 1);
  const retries = readNumber(draft.retries, 'retries') ?? (settings.retries === undefined ? undefined : 0);
  return setOnly({ workers, retries });
}

/** `settings.browser.viewport.width` is the field `width`. */
export const fieldAt = (path: string | undefined): string | undefined => path?.split(/[.[]/).at(-1);
