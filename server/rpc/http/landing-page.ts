export const LANDING_STYLESHEET_PATH = '/landing.css';

interface LandingPageFacts {
  url: string;
  release: string;
}

export const landingPage = ({ url, release }: LandingPageFacts): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Steploom</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${LANDING_STYLESHEET_PATH}">
</head>
<body>
  <main>
    <p class="status">Running <span>${release}</span></p>
    <h1>Steploom</h1>
    <p class="lead">Test automation for web applications, by people and by programs.</p>
    <section>
      <h2>1. Make a token</h2>
      <pre><code>npx steploom token create --project sample --name editor --access write</code></pre>
    </section>
    <section>
      <h2>2. Call a tool</h2>
      <pre><code>curl ${url}/api/mcp \\
  -H "Authorization: Bearer svcmcp_…" -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call",
       "params":{"name":"getModules","arguments":{}}}'</code></pre>
    </section>
    <p class="foot">The API speaks JSON-RPC 2.0 at <code>POST ${url}/api/mcp</code>; <code>tools/list</code> names the tools.
      <a href="/api/health">State of the service</a></p>
  </main>
</body>
</html>
`;

export const LANDING_STYLESHEET = `:root { color-scheme: light dark; --ink: #1b1e28; --dim: #5a6072; --page: #f6f7fb; --card: #fff; --line: #e1e4ee; --accent: #3b5bdb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8f0; --dim: #9aa1b5; --page: #12141b; --card: #1a1d27; --line: #2a2e3c; --accent: #91a7ff; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--page); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { width: min(46rem, 100%); padding: 2.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0; font-size: 2.4rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
.lead { margin: 0.25rem 0 0; color: var(--dim); font-size: 1.1rem; }
.status { float: right; margin: 0; padding: 0.1rem 0.75rem; border: 1px solid var(--line); border-radius: 99px; color: var(--dim); font-size: 0.85rem; }
.status::before { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.5rem; border-radius: 50%; background: #2f9e44; }
pre { margin: 0; padding: 1rem; overflow-x: auto; background: var(--page); border: 1px solid var(--line); border-radius: 10px; font-size: 0.85rem; line-height: 1.5; }
code { font-family: ui-monospace, monospace; }
.foot { margin: 2rem 0 0; color: var(--dim); font-size: 0.9rem; }
a { color: var(--accent); }
`;
