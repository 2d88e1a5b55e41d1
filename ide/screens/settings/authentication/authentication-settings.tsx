import { NativeSelect, TextInput } from '@mantine/core';
import type { Session } from '../../../app/session.ts';
import { Card } from '../../../ui/card.tsx';
import { SettingsForm } from '../parts/form-parts.tsx';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { type AuthDraft, type AuthReply, METHODS, PARTS } from './auth-draft.ts';
import { Headers } from './headers.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { Roles } from './roles.tsx';
import { TestChoice } from './test-choice.tsx';
import { TrySignIn } from './try-sign-in.tsx';
import { type AuthFormProps, type AuthFormState, useAuthForm } from './use-auth-form.ts';

const readAuth = async (session: Session): Promise<AuthReply> =>
  (await session.call('getAuthConfig', {})).authentication;

export const AuthenticationSettings = ({ projectId }: { projectId: string }) => (
  <LoadedCard title="How tests sign in" read={readAuth}>
    {(auth, can) => <AuthForm projectId={projectId} auth={auth} {...can} />}
  </LoadedCard>
);

function AuthForm(props: AuthFormProps) {
  const { auth, again } = props;
  const form = useAuthForm(props);
  const { draft, errorOf } = form;
  const parts = PARTS[draft.value.method];
  return (
    <>
      <Card title="How tests sign in">
        <SettingsForm
          label="Authentication"
          form={form}
          isShownAtField={errorOf(...fieldsOf(draft.value)) !== undefined}
        >
          <Method form={form} />
          {parts.tests && <SignInTests form={form} />}
          {parts.roles && <Roles form={form} auth={auth} hasStateFile={parts.stateFile} />}
          {parts.headers && <Headers form={form} auth={auth} />}
          {parts.tests && <IdentityFields form={form} />}
        </SettingsForm>
      </Card>
      {auth.method !== 'none' && <TrySignIn auth={auth} isChanged={draft.isChanged} onSignedIn={again} />}
    </>
  );
}

const FIELDS = ['signInTest', 'signOutTest', 'reuseMinutes'];
const CHECK_FIELDS = ['url', 'locator', 'matcher', 'expected'].map(name => `identityCheck.${name}`);
const ROLE_FIELDS = ['role', 'username', 'password', 'stateFile'];

/** Those that show their errors themselves, if the method has them. */
function fieldsOf({ method, roles }: AuthDraft): string[] {
  const parts = PARTS[method];
  const ofRoles = roles.flatMap((_role, index) => ROLE_FIELDS.map(name => `roles[${index}].${name}`));
  return [...(parts.tests ? [...FIELDS, ...CHECK_FIELDS] : []), ...(parts.roles ? ofRoles : [])];
}

const ABOUT = {
  none: { label: 'None', hint: 'Tests start signed out.' },
  form: {
    label: 'Form',
    hint: 'A test signs in with {{auth.username}} and {{auth.password}}; other tests go on from there.',
  },
  basic: { label: 'HTTP basic', hint: 'The user name and password are sent with every request to the app.' },
  header: { label: 'Header', hint: 'Headers, such as an API key, are sent with every request to the app.' },
  state: { label: 'Saved browser state', hint: 'The cookies and storage of a signed-in user are loaded.' },
} as const;

function Method({ form: { draft, set } }: { form: AuthFormState }) {
  const { method } = draft.value;
  const choose = (value: string) => {
    const chosen = METHODS.find(name => name === value);
    if (chosen !== undefined) set({ method: chosen });
  };
  return (
    <div className="half">
      <NativeSelect
        label="Method"
        description={ABOUT[method].hint}
        inputWrapperOrder={['label', 'input', 'description']}
        data={METHODS.map(value => ({ value, label: ABOUT[value].label }))}
        value={method}
        onChange={event => choose(event.currentTarget.value)}
      />
    </div>
  );
}

function SignInTests({ form: { draft, set, errorOf } }: { form: AuthFormState }) {
  const { signInTest, signOutTest, reuseMinutes } = draft.value;
  return (
    <div className="triple">
      <TestChoice
        label="Sign-in test"
        hint="Ends signed in"
        value={signInTest}
        onChange={value => set({ signInTest: value })}
        error={errorOf('signInTest')}
      />
      <TestChoice
        label="Sign-out test"
        hint="May be left out"
        value={signOutTest}
        onChange={value => set({ signOutTest: value })}
        error={errorOf('signOutTest')}
      />
      <TextInput
        label="Minutes to reuse a sign-in"
        description="Blank for 30"
        inputMode="numeric"
        value={reuseMinutes}
        onChange={event => set({ reuseMinutes: event.currentTarget.value })}
        error={errorOf('reuseMinutes')}
      />
    </div>
  );
}
