import { CopyLine } from '../parts/copy-line.tsx';
import own from './extension.module.css';

const EXTENSIONS_PAGE = 'chrome://extensions';

export function LoadSteps({ folder }: { folder: string | undefined }) {
  if (folder === undefined)
    return (
      <p className="flush small warning">
        The extension is not built yet: run <code>npm run package:extension</code> in the folder of Steploom.
      </p>
    );
  return (
    <ol className={`stack gap-xl flush ${own.steps}`}>
      <li>
        Open this address in your Chrome.
        <CopyLine text={EXTENSIONS_PAGE} what="address of Chrome’s extensions" />
      </li>
      <li>Turn on “Developer mode”, top right, and press “Load unpacked”.</li>
      <li>
        Choose this folder.
        <CopyLine text={folder} what="folder of the extension" />
      </li>
    </ol>
  );
}
