/** What a test with its data row is called in results. */
export const itemTitle = ({ test, row }: { test: { name: string }; row?: { index: number } | undefined }): string =>
  row === undefined ? test.name : `${test.name} (row ${row.index + 1})`;
