import { Hono } from 'hono';
import type { Env } from '../../src/http/request.js';
import { mountPages } from '../../src/pages/pages.js';

export interface PageRoute {
  method: 'GET' | 'POST';
  /** In hono's form, such as `/site-checks/:id`. */
  path: string;
  /** The path with `x` for each parameter. */
  example: string;
}

function allRoutes(): PageRoute[] {
  const app = new Hono<Env>();
  mountPages(app, () => Promise.reject(new Error('no request is answered')));
  return app.routes.map(({ method, path }) => ({
    method: method as PageRoute['method'],
    path,
    example: path.replace(/:\w+(\{[^}]*\})?/g, 'x'),
  }));
}

/** Files of pages: scripts, styles and downloads. */
const isFile = ({ path }: PageRoute) => /^\/assets\/|\.\w+$/.test(path);

/** The routes of src/pages/pages.ts. */
export const pageAndFileRoutes: readonly PageRoute[] = allRoutes();

/** Those that show a page or take its forms. */
export const pageRoutes = pageAndFileRoutes.filter((route) => !isFile(route));
