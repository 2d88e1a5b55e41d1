import { NativeSelect, TextInput } from '@mantine/core';
import { MATCHER_NAMES, matcherRule } from '../../../../model/actions/matchers.ts';
import classes from '../parts/form.module.css';
import type { AuthDraft } from './auth-draft.ts';
import type { AuthFormState } from './use-auth-form.ts';

const CHOICES = [
  { value: '', label: 'Nothing: a sign-in serves one run' },
  ...MATCHER_NAMES.filter(name => matcherRule(name).attribute === undefined).map(name => ({
    value: name,
    label: `${matcherRule(name).subject === 'page' ? 'The page' : 'An element'} ${matcherRule(name).phrase}`,
  })),
];

export function IdentityFields({ form: { draft, set, errorOf } }: { form: AuthFormState }) {
  const { check } = draft.value;
  const change = (changes: Partial<AuthDraft['check']>) => set({ check: { ...check, ...changes } });
  const rule = MATCHER_NAMES.find(name => name === check.matcher);
  const { subject, expected } = rule === undefined ? { subject: undefined, expected: undefined } : matcherRule(rule);
  return (
    <fieldset className={classes.group}>
      <legend>What shows that it worked</legend>
      <div className="pair">
        <NativeSelect
          label="Check"
          data={CHOICES}
          value={check.matcher}
          onChange={event => change({ matcher: event.currentTarget.value })}
          error={errorOf('identityCheck.matcher')}
        />
        {rule !== undefined && (
          <TextInput
            label="On the page"
            description="Blank for the one that the sign-in ended on"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="/account"
            value={check.url}
            onChange={event => change({ url: event.currentTarget.value })}
            error={errorOf('identityCheck.url')}
          />
        )}
        {rule !== undefined && subject !== 'page' && (
          <TextInput
            label="Locator"
            placeholder="getByRole('button', { name: 'Sign out' })"
            value={check.locator}
            onChange={event => change({ locator: event.currentTarget.value })}
            error={errorOf('identityCheck.locator')}
            spellCheck={false}
          />
        )}
        {rule !== undefined && expected !== 'none' && (
          <TextInput
            label="Expected"
            value={check.expected}
            onChange={event => change({ expected: event.currentTarget.value })}
            error={errorOf('identityCheck.expected')}
          />
        )}
      </div>
    </fieldset>
  );
}
