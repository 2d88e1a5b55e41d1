export const SIGN_IN_VALUES = [
  { name: 'user', value: '', kind: 'variable' },
  { name: 'password', kind: 'secret' },
] as const;
