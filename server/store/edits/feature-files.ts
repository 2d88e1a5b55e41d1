import { createHash } from 'node:crypto';
import { AppError } from '../../../model/errors/errors.ts';
import { VersionId } from '../../../model/names/codes.ts';
import type { FeatureFile } from '../../../model/project/features-file.ts';
import type { ProjectReader } from '../files/project-files.ts';
import { VERSIONS_FOLDER } from './versions-folder.ts';

/** Names that every file system takes, none of them hidden. */
const FEATURE_FILE = /^versions\/([^/]+)\/features\/((?:[^./\\:\0][^/\\:\0]*\/)*[^./\\:\0][^/\\:\0]*\.feature)$/;
const MOST_BYTES = 2_000_000;
const MOST_DEPTH = 20;

export const featuresFolder = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/features`;
export const featurePath = (versionId: VersionId, file: string): string => `${featuresFolder(versionId)}/${file}`;
export const isFeaturePath = (path: string): boolean => FEATURE_FILE.test(path);

/** A feature file with what is known of its text. */
export const featureFile = (file: string, text: string): FeatureFile => ({
  file,
  text,
  hash: createHash('sha256').update(text).digest('base64url').slice(0, 16),
});

/** What a feature file holds, to the byte; whether it can be parsed is not asked. Errors: `damaged-file`. */
export function readFeatureFile(
  path: string,
  text: string,
): { kind: 'feature'; versionId: VersionId; value: FeatureFile } {
  const [, folder, file = ''] = FEATURE_FILE.exec(path) ?? [];
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new AppError('damaged-file', `${path} is larger than ${MOST_BYTES / 1_000_000} MB.`, {
      facts: { file: path },
    });
  return { kind: 'feature', versionId: VersionId.parse(folder), value: featureFile(file, text) };
}

/** The folders of a version in which feature files may lie, and those files; links are not followed. */
export async function featurePaths(files: Pick<ProjectReader, 'list'>, versionId: VersionId) {
  const folders = [featuresFolder(versionId)];
  const paths: string[] = [];
  const deepest = featuresFolder(versionId).split('/').length + MOST_DEPTH;
  for (const folder of folders)
    for (const { name, isDirectory } of await files.list(folder)) {
      const path = `${folder}/${name}`;
      const isPlain = isFeaturePath(`${path}/x.feature`);
      if (isDirectory && isPlain && path.split('/').length < deepest) folders.push(path);
      else if (!isDirectory && isFeaturePath(path)) paths.push(path);
    }
  return { folders, paths };
}
