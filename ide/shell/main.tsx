import '../app/csp.ts';
import '@mantine/core/styles.layer.css';
import '../ui/base.css';
import '../ui/shared.css';
import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { IdeProvider, useIdeState } from '../app/context.tsx';
import { styleNonce } from '../app/csp.ts';
import { createIde } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { loadPatiently } from '../ui/late-part.tsx';
import { theme, themeVariables } from '../ui/theme.ts';
import { SCREENS } from './screens.ts';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

const ide = createIde(SCREENS);
const place = ide.navigation.place();
const loading = loadPatiently(() => import('./workspace.tsx'));
const Workspace = lazy(async () => ({ default: (await loading).Workspace }));
// Loads the screen beside its frame, which handles a failure.
if (isInProject(place)) SCREENS[place.tab].load().catch(() => undefined);

function App() {
  const chosen = useIdeState(state => state.view.theme);
  const system = useColorScheme(undefined, { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      forceColorScheme={chosen === 'auto' ? system : chosen}
      getStyleNonce={styleNonce}
    >
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </MantineProvider>
  );
}

function Page() {
  const { phase } = useIdeState(state => state.signIn);
  if (phase === 'checking') return null;
  return phase === 'signed-out' ? <SignInScreen /> : <Workspace />;
}

const { hash, pathname, search } = window.location;
// The code works only once, and does not belong in the history.
if (hash !== '') window.history.replaceState(null, '', `${pathname}${search}`);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the IDE.');
createRoot(root).render(
  <IdeProvider ide={ide}>
    <App />
  </IdeProvider>,
);
void ide.session.start(hash);
