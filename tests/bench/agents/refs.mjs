/** The reference of the first element with the role and name, at or after a place in the answer of a peer. */
export function refOf(answer, role, name, after = '') {
  const start = answer.indexOf(after);
  for (const line of start === -1 ? [] : answer.slice(start).split('\n')) {
    const [, foundRole, foundName, ref] = /(\w+) "([^"]*)".*?\bref=(\w+)/.exec(line) ?? [];
    if (foundRole === role && foundName.trim() === name) return ref;
  }
  throw new Error(`No ${role} "${name}" in:\n${answer}`);
}
