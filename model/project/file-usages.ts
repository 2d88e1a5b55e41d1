import type { Project } from './project.ts';
import type { Test } from './test.ts';
import type { ProjectContent } from './version-content.ts';

/** The places that name a file below `files/`, in words; those of other versions than the default one say which. */
export function fileUsages({ project, versions }: ProjectContent, path: string): string[] {
  const wanted = path.normalize('NFC');
  const isIt = (file: unknown): boolean => typeof file === 'string' && file.normalize('NFC') === wanted;
  const places = [...versions].flatMap(([versionId, { modules }]) => {
    const where = versionId === project.defaultVersion ? '' : ` of version ${versionId}`;
    return [...modules.values()].flatMap(({ moduleCode, tests }) =>
      tests.flatMap(test => usesIn(test, isIt).map(place => `${moduleCode}.${test.testCode} ${place}${where}`)),
    );
  });
  return [...places, ...signInUses(project, isIt)];
}

type IsIt = (file: unknown) => boolean;

function usesIn({ data, actions }: Test, isIt: IsIt): string[] {
  const ofData = data !== undefined && 'file' in data && isIt(data.file) ? ['data'] : [];
  const ofActions = actions.flatMap((action, index) => {
    // Whatever kind it is of: files are called so in each.
    const files: unknown = Reflect.get(action, 'files');
    return Array.isArray(files) && files.some(isIt) ? [`action ${index}`] : [];
  });
  return [...ofData, ...ofActions];
}

const signInUses = ({ authentication }: Project, isIt: IsIt): string[] =>
  (authentication?.roles ?? []).flatMap(({ role, stateFile }) =>
    isIt(stateFile) ? [`the sign-in state of role "${role}"`] : [],
  );
