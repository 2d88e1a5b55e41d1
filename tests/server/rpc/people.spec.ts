import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectId } from '../../../model/names/codes.ts';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { SignedIn } from '../../../model/protocol/channel/session.ts';
import { createGuard } from '../../../server/rpc/access/guard.ts';
import { People } from '../../../server/rpc/access/people.ts';
import { NOT_KEPT, Sessions } from '../../../server/rpc/access/sessions.ts';
import { SignInCodes } from '../../../server/rpc/access/sign-in-codes.ts';
import { openIdePage, sessionHeader } from '../../support/ide-page.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import { linkOf, startTestApp, type TestApp } from '../../support/test-app.ts';

const PASSWORD = 'long grass by the river';
const ELSEWHERE = { address: '192.168.1.20', localAddress: '192.168.1.10' };
const HERE = [
  { address: '127.0.0.1', localAddress: '127.0.0.1' },
  { address: '::1', localAddress: '::1' },
  { address: '192.168.1.10', localAddress: '192.168.1.10' },
];

describe('people', () => {
  const port = 4620;
  const codes = new SignInCodes();
  const openPeople = async (failedSignInsPerMinute = 100) =>
    new People({
      codes,
      sessions: await Sessions.open(NOT_KEPT),
      guard: createGuard({ port, isSecure: false, allowedHosts: [] }),
      isSecure: false,
      failedSignInsPerMinute,
      isPassword: async (projectId, password) => projectId === 'shop' && password === PASSWORD,
    });

  /** As Node gives the headers of a request. */
  const asked = (headers: Record<string, string> = {}, host = `127.0.0.1:${port}`) => ({
    rawHeaders: Object.entries({ Host: host, ...headers }).flat(),
  });

  it.each(HERE)('a person at the machine itself signs in with a code from $address', async place => {
    const people = await openPeople();
    expect(people.signInBy(place)).toBe('code');
    expect(await people.signIn({ code: codes.create().code }, place, asked())).toMatch(/^[\w-]{43}$/);
  });

  it('a person at another machine signs in with a project password but not with a code', async () => {
    const people = await openPeople();
    expect(people.signInBy(ELSEWHERE)).toBe('password');
    const { code } = codes.create();
    await expect(people.signIn({ code }, ELSEWHERE, asked())).rejects.toThrow('the password of a project');
    // It was not used up.
    expect(await people.signIn({ code }, { address: '127.0.0.1' }, asked())).toMatch(/^[\w-]{43}$/);
    const session = await people.signIn({ projectId: 'shop', password: PASSWORD }, ELSEWHERE, asked());
    expect(people.personOf(asked(sessionHeader(session)))).toMatchObject({ access: 'owner', projectId: 'shop' });
  });

  it('a session counts at the address that it was made at, in its own header alone', async () => {
    const people = await openPeople();
    const session = await people.signIn({ code: codes.create().code }, { address: '127.0.0.1' }, asked());
    expect(people.personOf(asked(sessionHeader(session)))).toMatchObject({ access: 'owner' });
    expect(people.personOf(asked(sessionHeader(session), `localhost:${port}`))).toBeUndefined();
    expect(people.personOf(asked(sessionHeader(session), '127.0.0.1:4621'))).toBeUndefined();
    expect(people.personOf(asked({ Authorization: `Bearer ${session}` }))).toBeUndefined();
    for (const cookie of [`steploom_${port}=${session}`, session])
      expect(people.personOf(asked({ Cookie: cookie }))).toBeUndefined();
  });

  it('a browser that signs in again keeps its session, unless it is for another project', async () => {
    const people = await openPeople();
    const here = { address: '127.0.0.1' };
    const first = await people.signIn({ code: codes.create().code }, here, asked());
    const signInAgain = (given: Parameters<typeof people.signIn>[0]) =>
      people.signIn(given, here, asked(sessionHeader(first)));
    expect(await signInAgain({ code: codes.create().code })).toBe(first);
    await expect(signInAgain({ code: 'wrong' })).rejects.toThrow('Unknown code');
    expect(await signInAgain({ projectId: 'shop', password: PASSWORD })).not.toBe(first);
  });

  it.each([
    ['another password', { projectId: 'shop', password: 'long grass' }],
    ['another project', { projectId: 'other', password: PASSWORD }],
    ['an invalid project id', { projectId: '../shop', password: PASSWORD }],
  ])('a sign-in with %s is refused with the same sentence', async (_, given) => {
    const people = await openPeople();
    await expect(people.signIn(given, ELSEWHERE, asked())).rejects.toThrow('Unknown project or wrong password.');
  });

  it('people get only a few password attempts, however many they make at once', async () => {
    const people = await openPeople(5);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => people.signIn({ projectId: 'shop', password: 'guess' }, ELSEWHERE, asked())),
    );
    const reasons = tries.map(one => (one.status === 'rejected' ? String(one.reason) : ''));
    expect(reasons.filter(reason => reason.includes('Unknown project or wrong password'))).toHaveLength(5);
    expect(reasons.filter(reason => reason.includes('Too many tries'))).toHaveLength(15);
  });
});

describe('whoever signed in with the password of a project', () => {
  let app: TestApp;
  let session: string;

  const post = (body: object) =>
    fetch(`${app.service.url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    app = await startTestApp({ withIde: false });
    await app.service.workspace.create({ projectId: ProjectId.parse('office'), name: 'Office' });
    await app.service.workspace.project('shop')?.password.set(PASSWORD);
    const answer = await post({ projectId: 'shop', password: PASSWORD });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    session = SignedIn.parse(await answer.json()).session;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('a person with the password of a project sees only that project and may work in it', async () => {
    await using page = await openIdePage({ link: linkOf(app.service), projectId: 'shop', session });
    const call = (name: string, args = {}) => page.request('tools/call', { name, arguments: args });
    expect(await page.request('ide/hello', {})).toMatchObject({ projects: [{ projectId: 'shop' }] });
    expect(await page.request('project/open', { projectId: 'shop' })).toMatchObject({ snapshot: expect.anything() });
    await call('createModule', { name: 'Sign in' });
    expect(await call('getTokens')).toMatchObject({ tokens: expect.any(Array) });
    await expect(page.request('project/open', { projectId: 'office' })).rejects.toThrow('only to the project "shop"');
    await expect(call('getModules', { projectId: 'office' })).rejects.toThrow('You may use the project "shop"');
    for (const name of ['getProjects', 'createProject', 'openProjectFolder', 'deleteProject', 'createSignInLink'])
      await expect(call(name)).rejects.toThrow('people at the machine itself');
  });

  it('a person with the password of a project sees neither app nor files of another project', async () => {
    await using viewer = await openLiveViewer(app.service.url, session, 'office');
    expect(await viewer.closed()).toBe(CLOSE_CODES.signedOut);
    const file = (projectId: string) =>
      fetch(`${app.service.url}/api/screenshots/none.png?projectId=${projectId}`, { headers: sessionHeader(session) });
    expect((await file('office')).status).toBe(403);
    expect((await file('shop')).status).toBe(404);
    const health = await fetch(`${app.service.url}/api/health`, { headers: sessionHeader(session) });
    expect(await health.json()).toMatchObject({ projects: ['shop'] });
  });

  it('a sign-in to a project that is not there takes as much work as one with a wrong password', {
    tags: ['full'],
  }, async () => {
    /** The least of three, in microseconds of this process, which is that of the service as well. */
    const workOf = async (projectId: string) => {
      const works: number[] = [];
      for (let count = 0; count < 3; count++) {
        const before = process.cpuUsage();
        const answer = await post({ projectId, password: 'a guess' });
        const { user, system } = process.cpuUsage(before);
        works.push(user + system);
        expect(await answer.text()).toContain('Unknown project or wrong password.');
      }
      return Math.min(...works);
    };
    const known = await workOf('shop');
    // One that is not there, one without a password, and what can be no project.
    for (const projectId of ['unknown', 'office', '../shop'])
      expect(await workOf(projectId)).toBeGreaterThan(known / 2);
  });

  it.each([
    [{}, '"code" is missing'],
    [{ password: PASSWORD }, '"projectId" is missing'],
    [{ projectId: 'shop', password: 5 }, '"password" must be a string'],
    [{ projectId: 'shop', password: PASSWORD, more: 1 }, 'Unknown parameter "more"'],
  ])('a sign-in with %j is refused with the reason and without the password', async (body, message) => {
    const answer = await post(body);
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain(JSON.stringify(message).slice(1, -1));
    expect(text).not.toContain(PASSWORD);
  });
});
