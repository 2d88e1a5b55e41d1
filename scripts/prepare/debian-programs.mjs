import { spawnSync } from 'node:child_process';

const LIMIT_MS = 300_000;

const PROGRAMS = [
  { asked: ['redis-server', '--version'], name: 'redis-server', specs: 'of the queue' },
  { asked: ['ffmpeg', '-version'], name: 'ffmpeg', specs: 'of videos' },
];

const has = ([program, ...words]) => spawnSync(program, words, { stdio: 'ignore' }).status === 0;

const runs = (...words) =>
  spawnSync('apt-get', words, {
    stdio: 'ignore',
    timeout: LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

export function prepareDebianPrograms() {
  const missing = () => PROGRAMS.filter(({ asked }) => !has(asked));
  const names = missing().map(({ name }) => name);
  if (names.length === 0) return;
  if (process.getuid?.() === 0 && has(['apt-get', '--version'])) {
    const install = () => runs('install', '-y', '--no-install-recommends', ...names);
    if (!install() && runs('update')) install();
  }
  for (const { name, specs } of missing())
    console.error(`The specs ${specs} do not run: there is no ${name} on the PATH.`);
}
