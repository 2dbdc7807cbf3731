import { describe, expect, it } from 'vitest';
import { allowedMethods } from './methods.js';

const routes = [
  { method: 'GET', path: '/jobs/:id' },
  { method: 'POST', path: '/jobs/:id' },
  { method: 'GET', path: '/tile/:level/:number{[^]+}' },
];

describe('allowedMethods', () => {
  it.each([
    ['/jobs/1', ['GET', 'POST', 'HEAD', 'OPTIONS']],
    ['/jobs/1/more', []],
    ['/jobs/', []],
    ['/tile/0/000', ['GET', 'HEAD', 'OPTIONS']],
    ['/tile/0/x001/234.p/7', ['GET', 'HEAD', 'OPTIONS']],
    ['/tile/0', []],
    ['/tile/0/', []],
  ])('returns for %s: %j', (path, methods) => {
    expect(allowedMethods(routes, path)).toEqual(methods);
  });
});
