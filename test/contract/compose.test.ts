import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configVariables, readConfig } from '../../src/config.js';
import type { Json } from '../support/app.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8');

/** The variables that an operator must set. */
const given: Record<string, string> = { SERVER_SECRET: 's'.repeat(32) };

/** Interpolates variables like Compose: `${NAME:-default}` and `${NAME:?message}`. */
function interpolated(value: string): string {
  return value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind, text) => {
    const set = given[name] ?? (kind === '-' ? text : undefined);
    if (set === undefined) throw new Error(`${name} must be set: ${text}`);
    return set;
  });
}

const compose: Json = parse(read('deploy/compose.yaml'), { merge: true });
const dockerfile = read('deploy/Dockerfile');
const gateways: [string, Json][] = Object.entries(compose.services as Record<string, Json>).filter(
  ([, { image }]) => image === 'verification-gateway',
);
const environmentOf = (gateway: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(gateway.environment as Record<string, string>).map(([name, value]) => [
      name,
      interpolated(value),
    ]),
  );

describe('compose.yaml', () => {
  it('starts two gateways of the Dockerfile, with the same environment', () => {
    expect(gateways).toHaveLength(2);
    const [[, one], [, other]] = gateways as [[string, Json], [string, Json]];
    expect(one.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' });
    expect(other).toEqual(one);
  });

  it('sets only variables that the service reads, with values accepted in production', () => {
    const environment = environmentOf(gateways[0]?.[1]);
    expect(configVariables).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(readConfig(environment)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      pilotApiKey: undefined,
      trustProxy: { kind: 'hops', hops: 1 },
    });
    expect(() => readConfig({ ...environment, SERVER_SECRET: '' })).toThrow('SERVER_SECRET');
  });

  it('passes on every other setting of the .env next to it, including mail and alerts', () => {
    for (const [, { env_file }] of gateways) {
      expect(env_file).toEqual([{ path: '../.env', required: false }]);
    }
  });

  it('names every member of the replica set that it starts', () => {
    const mongo = Object.entries(compose.services as Record<string, Json>).filter(([, service]) =>
      String(service.image).startsWith('mongo:'),
    );
    const members = mongo.map(([name]) => `${name}:27017`).sort();
    expect(members.length).toBeGreaterThanOrEqual(3);
    const uri = new URL(environmentOf(gateways[0]?.[1])['MONGODB_URI']!.replace(/,[^/]*/, ''));
    const named = /^mongodb:\/\/([^/]+)/.exec(environmentOf(gateways[0]?.[1])['MONGODB_URI']!)?.[1];
    expect(named?.split(',').sort()).toEqual(members);
    const set = uri.searchParams.get('replicaSet');
    for (const [, { command, networks }] of mongo) {
      expect(command).toEqual(expect.arrayContaining(['--replSet', set]));
      expect(networks).toEqual(['data']);
    }
    const initiated = compose.services.mongo1.healthcheck.test.at(-1) as string;
    expect(initiated).toContain(`_id: "${set}"`);
    for (const member of members) expect(initiated).toContain(`host: "${member}"`);
    expect(compose.networks.data.internal).toBe(true);
  });

  it('publishes only the TLS proxy, which forwards to both gateways', () => {
    const { proxy, ...others } = compose.services;
    for (const service of Object.values(others) as Json[]) expect(service.ports).toBeUndefined();
    expect(proxy.ports).toEqual(['8443:443']);
    const environment = environmentOf(gateways[0]?.[1]);
    expect(environment['BASE_URL']).toBe('https://localhost:8443');
    const upstreams = /reverse_proxy ([^{]+) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual(gateways.map(([name]) => `${name}:${environment['PORT']}`));
  });

  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  it.skipIf(!hasCompose)('is accepted by docker compose', () => {
    const args = ['compose', '--file', 'deploy/compose.yaml', 'config', '--format', 'json'];
    const config = execFileSync('docker', args, {
      cwd: root,
      env: { ...process.env, ...given },
    });
    expect(Object.keys(JSON.parse(config.toString()).services)).toHaveLength(6);
  });
});

describe('the Dockerfile', () => {
  it('copies existing files that .dockerignore does not exclude', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(' '),
    );
    expect(copied.length).toBeGreaterThan(3);
    const passed = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const name of copied) {
      expect(existsSync(`${root}${name}`), name).toBe(true);
      expect(passed).toContain(`!${name}`);
    }
  });

  it('sets variables that the service reads, drops root, and has a health check', () => {
    const set = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' '));
    const environment = Object.fromEntries(set.map((pair) => pair.split('=')));
    expect(configVariables).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(readConfig({ ...environmentOf(gateways[0]?.[1]), ...environment }).dataDir).toBe(
      '/data',
    );
    const stages = dockerfile.split(/^FROM /m);
    expect(stages).toHaveLength(3);
    expect(stages[2]).toMatch(/\nUSER node\n(.*\n)*HEALTHCHECK (.*\n)*CMD /);
  });
});
