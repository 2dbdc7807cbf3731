import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { matchesTag, strongTag } from '../lib/etag.js';

interface Asset {
  bytes: Buffer;
  etag: string;
}

const assets = new Map<string, Promise<Asset>>();

async function read(file: string | URL): Promise<Asset> {
  const bytes = await readFile(file);
  return { bytes, etag: strongTag(bytes) };
}

/** A file that belongs to a page; read when it is first asked for. */
export async function assetResponse(
  c: Context,
  file: string | URL,
  contentType: string,
): Promise<Response> {
  const name = String(file);
  const asset = assets.get(name) ?? read(file);
  assets.set(name, asset);
  const { bytes, etag } = await asset;
  // Its address says nothing of its version.
  const headers = { etag, 'cache-control': 'no-cache' };
  if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': contentType });
}
