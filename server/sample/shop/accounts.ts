export type Role = 'customer' | 'admin';

export interface Account {
  user: string;
  name: string;
  email: string;
  role: Role;
}

const ACCOUNTS: readonly (Account & { password: string })[] = [
  { user: 'ann', name: 'Ann Becker', email: 'ann@example.org', role: 'customer', password: 'spring-42' },
  { user: 'max', name: 'Max Lindner', email: 'max@example.org', role: 'admin', password: 'autumn-17' },
];

/** Finds the account that fits both; the passwords are public, as all of the shop is made up. */
export function checkPassword(user: string, password: string): Account | undefined {
  const found = ACCOUNTS.find(account => account.user === user && account.password === password);
  return found && { user: found.user, name: found.name, email: found.email, role: found.role };
}
