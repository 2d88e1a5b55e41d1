/** The files of Playwright's viewer hold nothing of any run: a page of ours gives it a trace. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type RequestHandler } from 'express';

/** Its styles are written by scripts, and it reads traces from addresses within the browser. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' blob: data:",
  "frame-src 'self' blob: data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The package is a dependency of `playwright`, and may be below it. */
function viewerFolder(): string {
  const playwright = createRequire(import.meta.url).resolve('playwright');
  return join(dirname(createRequire(playwright).resolve('playwright-core/package.json')), 'lib', 'vite', 'traceViewer');
}

export const createTraceViewer = (): RequestHandler =>
  express.static(viewerFolder(), {
    redirect: false,
    setHeaders: response => {
      response.removeHeader('X-Frame-Options');
      response.setHeader('Content-Security-Policy', POLICY);
    },
  });
