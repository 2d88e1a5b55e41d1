import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An application with a sign-in form: who is signed in is told by a cookie, and noted in the storages of the page. */
export interface MembersArea {
  pages: Record<string, Answer>;
  /** User names in the order in which they signed in, or tried to. */
  signIns: string[];
  /** Tokens that were given out. */
  tokens: string[];
  /** Forgets who is signed in, as a restart does. */
  forget(): void;
  /** Who is signed in now. */
  open(): string[];
  /** Lets somebody in; the value of the cookie. */
  enter(user: string): string;
}

const html = (response: ServerResponse, body: string) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>Members</title>${body}`);

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

/** `passwords` by user name. */
export function membersArea(passwords: Readonly<Record<string, string>>): MembersArea {
  const sessions = new Map<string, string>();
  const signIns: string[] = [];
  const tokens: string[] = [];
  const userOf = ({ headers }: IncomingMessage) =>
    sessions.get(/session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');

  const enter = (user: string) => {
    const token = `token-${user}-${crypto.randomUUID()}`;
    tokens.push(token);
    sessions.set(token, user);
    return token;
  };

  const signIn: Answer = (request, response) => {
    formOf(request).then(form => {
      const [user, password] = [form.get('user') ?? '', form.get('password') ?? ''];
      signIns.push(user);
      if (passwords[user] !== password) {
        html(response, `<h1>Wrong</h1><p role="alert">Not ${password}</p>`);
        return;
      }
      response.setHeader('set-cookie', `session=${enter(user)}; HttpOnly; Path=/`);
      html(response, `<script>localStorage.user = '${user}'; sessionStorage.user = '${user}'; location = '/'</script>`);
    });
  };

  const page = (request: IncomingMessage, response: ServerResponse) => {
    const user = userOf(request);
    html(
      response,
      user === undefined
        ? '<h1>Nobody is signed in</h1>'
        : `<h1>Hello ${user}</h1><p id="stored"></p><a href="/sign-out">Sign out</a>
           <script>stored.textContent = [localStorage.user, sessionStorage.user].join()</script>`,
    );
  };

  const signOut: Answer = (request, response) => {
    sessions.delete(/session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    response.writeHead(303, { location: '/' }).end();
  };

  const form: Answer = (_request, response) =>
    html(
      response,
      `<form method="post" action="/enter"><label>User <input name="user"></label>
       <label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
    );

  return {
    pages: { '/': page, '/sign-in': form, '/enter': signIn, '/sign-out': signOut },
    signIns,
    tokens,
    forget: () => sessions.clear(),
    open: () => [...sessions.values()],
    enter,
  };
}

/** Signs in there, with the values of the role. */
export const SIGN_IN = [
  { type: 'visit', url: '/sign-in' },
  { type: 'fill', locator: "getByLabel('User')", value: '{{auth.username}}' },
  { type: 'fill', locator: "getByLabel('Password')", value: '{{auth.password}}' },
  { type: 'click', locator: "getByRole('button', { name: 'Sign in' })" },
] as const;

/** Fails at once where the password was refused. */
export const ENTERED = [
  { type: 'wait', until: 'visible', locator: "getByRole('heading')" },
  { type: 'script', code: "if (document.querySelector('h1').textContent === 'Wrong') throw new Error('Refused')" },
] as const;

/** Passes for the one who is signed in. */
export const greets = (name: string) =>
  [
    { type: 'visit', url: '/' },
    { type: 'assert', matcher: 'toHaveText', locator: "getByRole('heading')", expected: `Hello ${name}` },
  ] as const;
