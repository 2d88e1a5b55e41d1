import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { packageRoot } from '../../process/package-root.ts';

const NONCE_PLACE = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const POLICY = 'Content-Security-Policy';

/** The page reads the rest of its addresses itself. */
const PAGE_PATHS = ['/', '/p/{*place}', '/projects', '/projects/:dialog', '/sign-in'];

/** Each answer has a nonce of its own, for the styles that libraries of the page write. */
export function createIdePage(folder: string): RequestHandler {
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const router = Router();
  router.get(PAGE_PATHS, (_request, response) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const policy = String(response.getHeader(POLICY)).replace(/style-src [^;]*/, `$& 'nonce-${nonce}'`);
    response
      .setHeader(POLICY, policy)
      .setHeader('Cache-Control', 'no-store')
      .type('html')
      .send(document.replaceAll(NONCE_PLACE, nonce));
  });
  // The names hold a hash of the content.
  router.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '365d', index: false }));
  return router;
}

export function builtPage(): string | undefined {
  const folder = join(packageRoot(), 'dist', 'ide');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
