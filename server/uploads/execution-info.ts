import type { FeatureServer } from '../../model/project/feature-server.ts';
import { isRecord } from '../../model/values/json-value.ts';

type Info = Readonly<Record<string, unknown>>;

interface WantedExecution {
  environments: readonly string[];
  planKey: string | undefined;
  version: string | undefined;
  /** Key of the service's project that gets the execution. */
  project: string | undefined;
  summary: string;
}

interface SentExecution {
  info: Info | undefined;
  /** Sentences about fields that are not sent. */
  warnings: string[];
}

/** Values of custom fields to replace: Xray Server has no fixed fields for these. */
const PLACES = ['{environments}', '{planKey}', '{version}'] as const;

/** Environments by their mapping, else by their own name. */
export const serviceEnvironments = (
  settings: Pick<FeatureServer, 'testEnvironments'> | undefined,
  environment: string | undefined,
): string[] => (environment === undefined ? [] : [...(settings?.testEnvironments?.[environment] ?? [environment])]);

/**
 * Fields of the settings, completed by the run. Xray Cloud takes environments and plan by name, Xray Server by custom
 * fields, which the settings name with `{environments}`, `{planKey}` and `{version}` as values.
 */
export function executionInfo(
  type: FeatureServer['type'],
  given: Info | undefined,
  wanted: WantedExecution,
): SentExecution {
  const { environments, planKey, version } = wanted;
  const isAnything = environments.length > 0 || planKey !== undefined || version !== undefined;
  if (given === undefined && !isAnything) return { info: undefined, warnings: [] };
  const isServer = type === 'xray-server';
  const text = JSON.stringify(given ?? {});
  const isPlaced = (place: (typeof PLACES)[number]) => text.includes(place);
  const ignored = [
    ...(environments.length > 0 && isServer && !isPlaced('{environments}') ? ['environments'] : []),
    ...(planKey !== undefined && isServer && !isPlaced('{planKey}') ? ['plan'] : []),
  ];
  const misplaced = misplacedFields(given);
  const warnings = ignored.map(
    what =>
      `The service is not told the ${what}: name the custom field in the execution fields, with {${what === 'plan' ? 'planKey' : what}} as its value.`,
  );
  if (misplaced !== undefined) warnings.push(misplaced);
  const isSent = given !== undefined || version !== undefined || (isAnything && !isServer);
  return { info: isSent ? completed(filled(given ?? {}, wanted), isServer, wanted) : undefined, warnings };
}

const PARTS: readonly string[] = ['fields', 'xrayFields'];

/** What the service would not find in the fields of an execution; undefined where nothing is. */
export function misplacedFields(info: Info | null | undefined): string | undefined {
  if (info === undefined || info === null || isRecord(info.fields)) return undefined;
  const names = Object.keys(info).filter(name => !PARTS.includes(name));
  if (info.fields !== undefined)
    return '"info.fields" is no object, and is not sent: {"fields": {"summary": "Nightly"}}.';
  if (names.length === 0) return undefined;
  const which = names.map(name => `"${name.slice(0, 100)}"`).join(', ');
  return `"info" has no "fields", in which the service takes the fields of an execution; as it is, it may ignore ${which}. Write {"fields": {…}}.`;
}

function completed(info: Info, isServer: boolean, wanted: WantedExecution): Info {
  const { environments, planKey, version, project, summary } = wanted;
  const fields = {
    ...(project === undefined ? {} : { project: { key: project } }),
    summary,
    issuetype: { name: 'Test Execution' },
    ...(version === undefined ? {} : { fixVersions: [{ name: version }] }),
    ...(isRecord(info.fields) ? info.fields : {}),
  };
  if (isServer) return { ...info, fields };
  const xrayFields = {
    ...(environments.length === 0 ? {} : { environments }),
    ...(isRecord(info.xrayFields) ? info.xrayFields : {}),
    ...(planKey === undefined ? {} : { testPlanKey: planKey }),
  };
  return { ...info, fields, ...(Object.keys(xrayFields).length === 0 ? {} : { xrayFields }) };
}

function filled(info: Info, { environments, planKey, version }: WantedExecution): Info {
  const values = new Map<unknown, string | readonly string[] | undefined>([
    ['{environments}', environments.length === 0 ? undefined : environments],
    ['{planKey}', planKey],
    ['{version}', version],
  ]);
  const fill = (value: unknown): unknown => {
    if (values.has(value)) return values.get(value);
    if (Array.isArray(value)) return listOf(value.flatMap(fill));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const known = fill(inner);
        return known === undefined ? [] : [[name, known]];
      }),
    );
  };
  const known = fill(info);
  return isRecord(known) ? known : {};
}

function listOf(values: readonly unknown[]): unknown[] | undefined {
  const known = values.filter(value => value !== undefined);
  return known.length === 0 && values.length > 0 ? undefined : known;
}
