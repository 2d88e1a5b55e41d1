import type { IdentityCheck } from '../project/authentication.ts';
import type { BrowserState } from '../project/browser-state.ts';
import type { Module } from '../project/module.ts';
import type { Test } from '../project/test.ts';
import type { ActionFailure, SignInResult } from '../run/run.ts';

/** How a browser context is signed in to the application. Secrets are here in the clear and leave only into the page. */
export interface Identity {
  /** Read in values as auth.role, auth.username and auth.password. */
  role?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  /** The application's own: credentials and headers go nowhere else. */
  origins: readonly string[];
  /** Answers the browser's own question for user name and password. */
  credentials?: { username: string; password: string } | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Performed when there is no state, or when the one there is does not do any more. */
  signIn?: SignIn | undefined;
  /** Ends a sign-in on the server, where one that is kept gives way to a new one. */
  signOut?: SignIn | undefined;
  /** Cookies and storage that the context starts with. */
  state?: BrowserState | undefined;
  check?: IdentityCheck | undefined;
  /** Keeps a new state for later runs; undefined: what is kept does not do any more. Never rejects. */
  keep?(state: BrowserState | undefined): Promise<void>;
}

/** The test that signs in, with the values for its parameters. */
export interface SignIn {
  module: Module;
  test: Test;
  parameters: Readonly<Record<string, string>>;
}

/** The values that are secret of their own, whatever they were made of. */
export const identitySecrets = ({ password, headers = {} }: Identity): string[] => [
  ...(password === undefined ? [] : [password]),
  ...Object.values(headers),
];

/** What came of signing in outside a run. */
export interface SignInAttempt {
  /** Address of the page that it ended on. */
  url?: string | undefined;
  title?: string | undefined;
  /** Result of the sign-in test, where one was performed. */
  result?: SignInResult | undefined;
  /** What the browser keeps of it, where the sign-in test was performed. */
  state?: BrowserState | undefined;
  /** Why nobody is signed in. */
  failure?: ActionFailure | undefined;
}
