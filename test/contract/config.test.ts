import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';

it('has a default for every setting', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 4000,
    host: '127.0.0.1',
    mongodbDb: 'verification',
    dataDir: './data',
    logLevel: 'info',
  });
});

it('reads the map from a style, a URL of tiles or a file, and rejects two of them', () => {
  const style = 'https://tiles.example.org/styles/streets';
  const tiles = 'https://tiles.example.org/world.pmtiles';
  expect(readConfig({}).map).toBeNull();
  expect(readConfig({ MAP_STYLE_URL: style }).map).toEqual({ kind: 'style', url: style });
  expect(readConfig({ MAP_TILES: tiles }).map).toEqual({ kind: 'tiles', url: tiles });
  const path = fileURLToPath(import.meta.url);
  expect(readConfig({ MAP_TILES: path }).map).toEqual({
    kind: 'tiles_file',
    path,
  });
  expect(() => readConfig({ MAP_STYLE_URL: style, MAP_TILES: tiles })).toThrow(
    'MAP_STYLE_URL and MAP_TILES cannot both be set',
  );
});

it('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', BASE_URL: '' })).toMatchObject({ port: 4000, baseUrl: undefined });
});

it.each([
  ['NODE_ENV', 'prod'],
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', ' '],
  ['RETENTION_DAYS', ' '],
  ['RETENTION_DAYS', '36501'],
  ['BASE_URL', 'example.org'],
  ['BASE_URL', 'https://example.org/?a=b'],
  ['BASE_URL', 'https://example.org/#a'],
  ['BASE_URL', 'https://user:secret@example.org'],
  ['BASE_URL', 'https://example.org '],
  ['BASE_URL', 'https:example.org'],
  ['MEDIA_URL_HOSTS', 'https://example.org'],
  ['MEDIA_URL_HOSTS', 'bücher.example'],
  ['WEBHOOK_URL_HOSTS', 'example.org, other.org/path'],
  ['WEBHOOK_URL_HOSTS', '*.example.org'],
  ['WEBHOOK_URL_PORTS', '0'],
  ['WEBHOOK_URL_PORTS', '8443,70000'],
  ['WEBHOOK_URL_PORTS', '8443-8450'],
  ['MONGODB_URI', 'postgres://localhost'],
  ['MONGODB_DB', 'a b'],
  ['FILES_URL', 'https://bucket.s3.amazonaws.com'],
  ['FILES_URL', 's3://bucket/folder'],
  ['FILES_URL', 's3://Bucket'],
  ['FILES_URL', 's3://key:secret@bucket'],
  ['FILES_URL', 's3://bucket?region=eu-central-1'],
  ['FILES_URL', 's3://bucket?endpoint=minio:9000'],
  ['FILES_URL', 's3://bucket?endpoint=http://minio:9000/path'],
  ['FILES_REDIRECT', 'yes'],
  ['AWS_REGION', 'eu central'],
  ['PILOT_API_KEY', 'short'],
  ['PILOT_API_KEY', 'a-key-of-a-file-with-CRLF\r'],
  ['PILOT_API_KEY', 'a-key-before-a-space '],
  ['PILOT_API_KEY', 'ключ-из-двадцати-букв'],
  ['SERVER_SECRET', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['SMS_URL', 'smtp://sms.example.org'],
  ['SMS_URL', 'https://user:secret@sms.example.org'],
  ['SMS_URL', 'https://sms.example.org/?a=b'],
  ['SMS_ACCOUNT', 'AC1/../AC2'],
  ['SMS_FROM', '+49'],
  ['SMS_FROM', 'a name too long'],
  ['SMS_FROM', '123456789'],
  ['MAP_STYLE_URL', 'tiles.example.org/style.json'],
  ['MAP_STYLE_URL', 'https://user:secret@tiles.example.org/style.json'],
  ['MAP_TILES', './no-such-file.pmtiles'],
  ['MAP_TILES', 's3://bucket/world.pmtiles'],
  ['MAP_TILES', 'https://user:secret@tiles.example.org/world.pmtiles'],
  ['MAIL_FROM', 'Example <mail@example.org>'],
  ['MAIL_FROM', 'mail@@example.org'],
  ['ALERTS_TO', 'ops@example.org, nonsense'],
  ['ALERTS_TO', 'guest@@example.com'],
  ['OPERATOR_NAME', 'x'.repeat(121)],
  ['OPERATOR_NAME', 'a\nb'],
  ['GEOCODER', 'google'],
  ['GEOCODER', 'photon'],
  ['GEOCODER_URL', 'geocoder.example.org'],
  ['GEOCODER_URL', 'https://example.org/nominatim'],
  ['GEOCODER_URL', 'https://user:secret@example.org'],
  ['GEOCODER_TIMEOUT_MS', '60001'],
  ['MAP_LINKS', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
])('names %s in one line when it is %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
});

it('reads the bucket for files, and requires its credentials', () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const bucketOf = (FILES_URL: string) => readConfig({ FILES_URL, ...credentials }).files?.bucket;
  expect(bucketOf('s3://my.files-1')).toEqual({
    bucket: 'my.files-1',
    endpoint: null,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  });
  expect(bucketOf('s3://files?endpoint=http://minio:9000/')?.endpoint).toBe('http://minio:9000');
  expect(readConfig({}).files).toBeNull();
  expect(() => readConfig({ FILES_URL: 's3://files' })).toThrow(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with FILES_URL',
  );
  expect(() => readConfig({ FILES_REDIRECT: 'on' })).toThrow('FILES_URL must be set');
});

it('accepts an @ in the path of BASE_URL, and rejects credentials', () => {
  const { baseUrl } = readConfig({ BASE_URL: 'https://example.org/@acme/' });
  expect(baseUrl).toBe('https://example.org/@acme');
});

it('accepts hosts with and without a port, as names and as addresses', () => {
  const WEBHOOK_URL_HOSTS = 'Hooks_1, example.org:8080, 10.0.0.5, fd00::1, [fd00::1]:80';
  expect(readConfig({ WEBHOOK_URL_HOSTS }).webhookUrlHosts).toEqual([
    'hooks_1',
    'example.org:8080',
    '10.0.0.5',
    'fd00::1',
    '[fd00::1]:80',
  ]);
});

it('accepts webhook ports besides 443', () => {
  expect(readConfig({}).webhookUrlPorts).toEqual([443]);
  const WEBHOOK_URL_PORTS = '8443, 10443,443';
  expect(readConfig({ WEBHOOK_URL_PORTS }).webhookUrlPorts).toEqual([443, 8443, 10443]);
});

it('requires BASE_URL, SERVER_SECRET and a database in production', () => {
  const base = { NODE_ENV: 'production' };
  const secret = 'x'.repeat(32);
  expect(() => readConfig(base)).toThrow('BASE_URL');
  expect(() => readConfig({ ...base, BASE_URL: 'https://a.example' })).toThrow('SERVER_SECRET');
  const almost = { ...base, BASE_URL: 'https://a.example/', SERVER_SECRET: secret };
  expect(() => readConfig(almost)).toThrow('MONGODB_URI');
  const stored = { ...almost, ALLOW_EMBEDDED_STORE: '1' };
  expect(() => readConfig(stored)).toThrow('PAYMENTS');
  const full = { ...stored, ALLOW_SANDBOX_PAYMENTS: '1' };
  expect(readConfig(full).baseUrl).toBe('https://a.example');
});

it('reads the target of spans, and nothing without an endpoint', () => {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, x-team=one' };
  expect(readConfig(headers).tracing).toBeNull();
  const on = { ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  expect(readConfig(on).tracing).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { authorization: 'Bearer x', 'x-team': 'one' },
    serviceName: 'verification-gateway',
  });
});

it('requires a sender if mail is sent', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.org';
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM must be set');
  const MAIL_FROM = 'mail@example.org';
  expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM,
  });
  const international = { SMTP_URL, MAIL_FROM: 'r&d@bücher.example' };
  expect(readConfig(international).mailFrom).toBe('r&d@xn--bcher-kva.example');
  expect(readConfig({}).smtpUrl).toBeUndefined();
});

it('requires every setting of text messages, or none', () => {
  const all = {
    SMS_URL: 'https://api.sms.example/',
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 'secret',
    SMS_FROM: '+4915112345678',
  };
  expect(readConfig({}).sms).toBeNull();
  expect(readConfig(all).sms).toEqual({
    url: 'https://api.sms.example',
    account: 'AC1',
    token: 'secret',
    from: '+4915112345678',
  });
  for (const name of Object.keys(all)) {
    expect(() => readConfig({ ...all, [name]: '' })).toThrow('must be set together');
  }
});
