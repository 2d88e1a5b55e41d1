import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from '../parts/form.module.css';
import own from './extension.module.css';

const EXTENSIONS_PAGE = 'chrome://extensions';

/** How Chrome comes to have the extension. */
export function LoadSteps({ folder }: { folder: string | undefined }) {
  if (folder === undefined)
    return (
      <p className={classes.warning}>
        The extension is not built yet: run <code>npm run package:extension</code> in the folder of Steploom.
      </p>
    );
  return (
    <ol className={own.steps}>
      <li>
        Open this address in your Chrome.
        <div className={classes.bar}>
          <code className={classes.address}>{EXTENSIONS_PAGE}</code>
          <CopyButton text={EXTENSIONS_PAGE} what="address of Chrome’s extensions" size="xs" />
        </div>
      </li>
      <li>Turn on “Developer mode”, top right, and press “Load unpacked”.</li>
      <li>
        Choose this folder.
        <div className={classes.bar}>
          <code className={classes.address}>{folder}</code>
          <CopyButton text={folder} what="folder of the extension" size="xs" />
        </div>
      </li>
    </ol>
  );
}
