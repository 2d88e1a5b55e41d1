import type { IdentityCheck } from '../project/authentication.ts';
import type { BrowserState } from '../project/browser-state.ts';
import type { Module } from '../project/module.ts';
import type { Test } from '../project/test.ts';
import type { ActionFailure, SignInResult } from '../run/run.ts';

/** Secrets are in the clear here and leave only into the page. */
export interface Identity {
  /** Read in expressions as auth.role, auth.username and auth.password. */
  role?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  /** Origins of the application: credentials and headers go nowhere else. */
  origins: readonly string[];
  /** For HTTP authentication by the browser. */
  credentials?: { username: string; password: string } | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Performed when there is no state, or that is no longer valid. */
  signIn?: SignIn | undefined;
  /** Ends a kept sign-in on the server before a new one replaces it. */
  signOut?: SignIn | undefined;
  state?: BrowserState | undefined;
  check?: IdentityCheck | undefined;
  /** Keeps a new state for later runs; undefined: the kept one is no longer valid. Never rejects. */
  keep?(state: BrowserState | undefined): Promise<void>;
}

export interface SignIn {
  module: Module;
  test: Test;
  parameters: Readonly<Record<string, string>>;
}

export const identitySecrets = ({ password, headers = {} }: Identity): string[] => [
  ...(password === undefined ? [] : [password]),
  ...Object.values(headers),
];

export interface SignInAttempt {
  url?: string | undefined;
  title?: string | undefined;
  /** Missing where no sign-in test was performed. */
  result?: SignInResult | undefined;
  /** Missing where no sign-in test was performed. */
  state?: BrowserState | undefined;
  failure?: ActionFailure | undefined;
}
