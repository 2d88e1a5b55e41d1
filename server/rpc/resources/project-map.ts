import type { Resource } from '../calls/resource.ts';

export const projectMap: Resource = {
  uri: 'steploom://project',
  name: 'project',
  title: 'Map of the project',
  description: 'The project with its environments, and its modules with their tests',
  mimeType: 'application/json',
  async read({ call }) {
    const [project, environments, modules] = await Promise.all([
      call('getProject', {}),
      call('getEnvironments', {}),
      call('getModules', { includeTests: true }),
    ]);
    return JSON.stringify(Object.assign({}, project, environments, modules));
  },
};
