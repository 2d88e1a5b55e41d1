/** Where the versions of a project lie, each in a folder of its own. */
export const VERSIONS_FOLDER = 'versions';
