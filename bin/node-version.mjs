// Syntax and imports of this file are those of the first Node with ES modules, or it could not tell what is too old.
import { readFileSync } from 'node:fs';

/** The sentence to print when the running Node is older than package.json asks for, else undefined. */
export function nodeVersionProblem(version = process.versions.node) {
  const packageJson = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const required = packageJson.engines.node.replace('>=', '');
  if (isOlder(version, required)) {
    return `Steploom needs Node ${required} or newer and this is Node ${version}: install a newer one from https://nodejs.org.`;
  }
  return undefined;
}

function isOlder(version, required) {
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}
