/** A process that commits numbered edits to a project and says so on its output: `node commit-for-ever.js <project> <first>`. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../../../server/store/files/commit-changes.ts';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { openProjectFiles } from '../../../../server/store/files/project-files.ts';

const [root = '', first = '1'] = process.argv.slice(2);
const STANDARD_OUTPUT = 1;

/** Even edits change a single file, odd ones three; every second of these deletes one. */
function edit(number: number): FileChange[] {
  const text = `${number}\n${String(number).repeat(1000)}`;
  if (number % 2 === 0) return [{ path: 'single.txt', text }];
  return [
    { path: 'one.txt', text },
    { path: 'modules/two.txt', text },
    { path: 'odd.txt', text: number % 4 === 1 ? `${number}` : undefined },
  ];
}

const files = await openProjectFiles({ fs: nodeFileSystem, root, stateDirectory: join(root, '.steploom') });
for (let number = Number(first); ; number += 1) {
  await files.commit(edit(number));
  writeSync(STANDARD_OUTPUT, `${number}\n`);
}
