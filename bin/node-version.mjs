// Only syntax and imports of the first Node with ES modules: this file must be able to refuse old ones.
import { readFileSync } from 'node:fs';

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
