import '../app/csp.ts';
import '@mantine/core/styles.layer.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { IdeProvider } from '../app/context.tsx';
import { createIde } from '../app/ide.ts';
import { followNewerBuilds } from '../app/newer-build.ts';
import { App } from './app.tsx';

followNewerBuilds();
const ide = createIde();
const { hash, pathname, search } = window.location;
// The code is good for one time only, and does not belong into the history.
if (hash !== '') window.history.replaceState(null, '', `${pathname}${search}`);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the IDE.');
createRoot(root).render(
  <IdeProvider ide={ide}>
    <App />
  </IdeProvider>,
);
void ide.session.start(hash);
