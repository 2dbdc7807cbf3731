import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configVariables, readConfig } from '../../src/config.js';
import type { Json } from '../support/app.js';

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
const { resources } = parse(readFileSync(`${folder}kustomization.yaml`, 'utf8'));
const manifests: Json[] = resources.flatMap((name: string) =>
  parseAllDocuments(readFileSync(folder + name, 'utf8')).map((each) => each.toJS()),
);
const only = (kind: string): Json => {
  const found = manifests.filter((each) => each.kind === kind);
  expect(found).toHaveLength(1);
  return found[0];
};
const deployment = only('Deployment').spec;
const [container] = deployment.template.spec.containers;
const settings = only('ConfigMap').data;
const portOf = (name: string): number =>
  container.ports.find((each: Json) => each.name === name).containerPort;
/** The values of the Secret that the operator creates. */
const secrets = {
  SERVER_SECRET: 's'.repeat(32),
  MONGODB_URI: 'mongodb://mongodb.mongodb:27017',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const schemas = process.env['KUBERNETES_SCHEMAS'] ?? '';
const hasKubeconform = spawnSync('kubeconform', ['-v']).status === 0;

describe('deploy/kubernetes', () => {
  it('has settings with which the service starts in production, and no secret among them', () => {
    const variables = new Set<string>(configVariables);
    expect(Object.keys({ ...settings, ...secrets }).filter((name) => !variables.has(name))).toEqual(
      [],
    );
    expect(Object.keys(settings).filter((name) => /SECRET|KEY|URI|SMTP/.test(name))).toEqual([]);
    expect(readConfig({ ...settings, ...secrets })).toMatchObject({
      port: portOf('http'),
      metrics: { port: portOf('metrics'), host: '0.0.0.0' },
    });
    expect(container.envFrom).toEqual([
      { configMapRef: { name: only('ConfigMap').metadata.name } },
      { secretRef: { name: 'verification-gateway' } },
    ]);
  });

  it('probes liveness and readiness, and gives a stop its time', () => {
    expect([
      container.livenessProbe.httpGet,
      container.readinessProbe.httpGet,
      container.startupProbe.httpGet,
    ]).toEqual(['/healthz', '/readyz', '/readyz'].map((path) => ({ path, port: 'http' })));
    const [, seconds] = container.lifecycle.preStop.exec.command;
    // A stop ends within 10 s.
    expect(deployment.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(+seconds + 10);
  });

  it('runs without root, on a read-only file system', () => {
    const { template } = deployment;
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
  });

  it('selects the pods of the deployment everywhere', () => {
    const { labels } = deployment.template.metadata;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(only('Service').spec.selector).toEqual(labels);
    expect(only('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(only('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
    const { scaleTargetRef, minReplicas } = only('HorizontalPodAutoscaler').spec;
    expect(scaleTargetRef).toMatchObject({ name: only('Deployment').metadata.name });
    expect(minReplicas).toBeGreaterThan(only('PodDisruptionBudget').spec.maxUnavailable);
  });

  // KUBERNETES_SCHEMAS is a location of the schemas of Kubernetes; `default` is one on the network.
  it.skipIf(!hasKubeconform || !schemas)('passes kubeconform', () => {
    const files = resources.map((name: string) => folder + name);
    const args = ['-strict', '-schema-location', schemas, ...files];
    const { status, stdout } = spawnSync('kubeconform', args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
