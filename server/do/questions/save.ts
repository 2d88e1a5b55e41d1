import { AppError } from '../../../model/errors/errors.ts';
import { ProjectId } from '../../../model/names/codes.ts';
import { type AskingVerb, print, usageFault } from '../do-session.ts';

const USAGE = 'save <project>';

export const save: AskingVerb = {
  name: 'save',
  usage: USAGE,
  about: 'make a project in ./workspace of what was kept where there was none',
  async ask([name], session) {
    if (name === undefined) throw usageFault('The id of the new project is missing', USAGE);
    const { data: projectId } = ProjectId.safeParse(name);
    if (projectId === undefined)
      throw usageFault(`“${name}” is no project id: lower-case letters, digits, "-" and "_", at most 64`, USAGE);
    const { unsavedFolder } = session;
    if (unsavedFolder === undefined)
      throw new AppError('invalid-params', 'This project is saved already: what is kept is in its folder.');
    session.send({ project: { from: unsavedFolder, projectId } });
    print(session, `saved: ./workspace/${projectId}; the next verb begins there, in a fresh window`);
  },
};
