/** Archives that the page puts below `files/` for one import: nobody wants them afterwards. */

export const importUploadName = (id: string): string => `import-${id}.zip`;

/** Whether a path below `files/` is one of those, by its name; people call theirs otherwise. */
export const isImportUpload = (path: string): boolean =>
  /^import-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.zip$/.test(path);
