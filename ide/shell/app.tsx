/** The page: who is not signed in signs in, everybody else sees what the address names. */
import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useIdeState } from '../app/context.tsx';
import { styleNonce } from '../app/csp.ts';
import { SignInScreen } from '../panels/sign-in/sign-in-screen.tsx';
import { theme, themeVariables } from '../ui/theme.ts';

const loading = import('./workspace.tsx');
const Workspace = lazy(async () => ({ default: (await loading).Workspace }));

export function App() {
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
