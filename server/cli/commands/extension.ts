import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { extensionFolder } from '../../process/package-root.ts';
import type { CliCommand } from '../support/cli.ts';

export const extension: CliCommand = (program, cli) => {
  program
    .command('extension')
    .description('the browser extension, which lends a tab of your own Chrome to a project')
    .command('path')
    .description('print the folder to load in chrome://extensions by “Load unpacked”')
    .action(() => {
      const folder = extensionFolder();
      if (!existsSync(join(folder, 'manifest.json')))
        throw new AppError('not-found', 'The extension is not built yet: run npm run build in the folder of Steploom.');
      cli.print(folder);
    });
};
