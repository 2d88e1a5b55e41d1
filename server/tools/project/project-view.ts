import { z } from 'zod';
import { DataValues, ProjectId, VersionId } from '../../../model/names/codes.ts';
import { ProjectSettings } from '../../../model/project/project.ts';
import type { DamagedFile } from '../../store/edits/damaged-file.ts';
import { revisionOf } from '../../store/edits/revisions.ts';
import { PROJECT_PATH, VERSIONS_FOLDER } from '../../store/edits/stored.ts';
import type { OpenProject } from '../../workspace/workspace.ts';

const DamageView = z.strictObject({
  file: z.string().describe('In the folder of the project'),
  line: z.number().int().optional(),
  message: z.string(),
  backup: z.string().optional().describe('What is used instead'),
});

const CollisionView = z.strictObject({ code: z.string(), message: z.string() });

/** Only present when project files are damaged. */
export const DAMAGE_FIELDS = {
  damaged: z
    .array(DamageView)
    .optional()
    .describe('Files that cannot be read; their last good content is shown, read-only until they are fixed'),
  problems: z.array(CollisionView).optional().describe('Codes that several things have, as a merge may leave them'),
};

type DamageReply = z.input<z.ZodObject<typeof DAMAGE_FIELDS>>;

/** More would fill the reply. */
const MOST_SHOWN = 10;

const damageView = ({ path, line, reason, backup }: DamagedFile): z.input<typeof DamageView> => ({
  file: path,
  line,
  message: reason,
  backup,
});

const listed = <Item>(items: readonly Item[]) => items.slice(0, MOST_SHOWN);

export function damageReply({ store }: Pick<OpenProject, 'store'>, versionId?: string): DamageReply {
  const concerns = ({ path }: DamagedFile) =>
    versionId === undefined || path === PROJECT_PATH || path.startsWith(`${VERSIONS_FOLDER}/${versionId}/`);
  const damaged = store.damaged.filter(concerns).map(damageView);
  const collisions = [...store.collisions].flatMap(([id, found]) =>
    versionId === undefined || versionId === id ? found : [],
  );
  return {
    ...(damaged.length === 0 ? {} : { damaged: listed(damaged) }),
    ...(collisions.length === 0 ? {} : { problems: listed(collisions) }),
  };
}

export const ProjectView = z.strictObject({
  projectId: ProjectId,
  name: z.string(),
  appUrl: z.string().optional(),
  defaultVersion: VersionId,
  defaultEnvironment: z.string().optional(),
  settings: ProjectSettings,
  data: DataValues,
  versions: z.array(VersionId),
  toolApi: z.boolean().describe('Whether tokens work: the switch "Enable MCP API (LLM access)"'),
  readOnly: z.string().optional().describe('Why nothing can be written, when that is so'),
  ...DAMAGE_FIELDS,
  revision: z.string().describe('Short hash of the content; give it back as ifRevision'),
});

export function projectView(open: Pick<OpenProject, 'store' | 'tokens'>): z.input<typeof ProjectView> {
  const { store, tokens } = open;
  const { project, versions } = store.content;
  const { projectId, name, appUrl, defaultVersion, defaultEnvironment, settings = {}, data = {} } = project;
  return {
    projectId,
    name,
    appUrl,
    defaultVersion,
    defaultEnvironment,
    settings,
    data,
    versions: [...versions.keys()].map(id => VersionId.parse(id)),
    toolApi: tokens.enabled,
    readOnly: store.readOnlyReason,
    ...damageReply(open),
    revision: revisionOf(project),
  };
}
