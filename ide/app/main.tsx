import './csp.ts';
import '@mantine/core/styles.layer.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { IdeProvider } from './context.tsx';
import { createIde } from './ide.ts';
import { followNewerBuilds } from './newer-build.ts';

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
