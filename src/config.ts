import { statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import { z } from 'zod';
import { isEmailAddress, mailableAddress } from './lib/email-address.js';
import type { BucketSettings } from './lib/files/bucket.js';
import { readSigningPair, type SigningPair, SigningPairError } from './lib/signing-pair.js';

const scheme = (...schemes: string[]) =>
  z.string().refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      // URL also accepts surrounding spaces and https:example.org, which are unusable once a path is
      // appended.
      const isWhole = /^\w+:\/\/\S(.*\S)?$/.test(value);
      return isWhole && url?.hostname !== '' && schemes.includes(url?.protocol.slice(0, -1) ?? '');
    },
    `must be a URL of the form ${schemes.map((s) => `${s}://…`).join(' or ')}`,
  );

const longText = (least: number) => z.string().min(least, `must have at least ${least} characters`);

/** Digits only: `Number` reads a space as 0. */
const wholeNumber = (name: string, most: number) => {
  const message = `must be ${name} from 0 to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);
};

const portMax = 65_535;

/**
 * Trust in X-Forwarded-For: off, for a number of proxies, or for the proxies in these networks.
 */
export type TrustProxy =
  | { kind: 'off' }
  | { kind: 'hops'; hops: number }
  | { kind: 'networks'; networks: string[] };

const retentionDaysMax = 36_500;

const hopsMax = 32;
const trustMessage = `must be off, a number of proxies from 1 to ${hopsMax}, or networks such as 10.0.0.0/8,fd00::/8`;

function readTrust(value: string): TrustProxy | null {
  if (value === 'off') return { kind: 'off' };
  if (/^\d+$/.test(value)) {
    const hops = Number(value);
    return hops >= 1 && hops <= hopsMax ? { kind: 'hops', hops } : null;
  }
  const networks = value.split(',').map((network) => network.trim());
  return areNetworks(networks) ? { kind: 'networks', networks } : null;
}

/**
 * Returns true if proxy-addr accepts these networks and each has a prefix length. It rejects a network of all
 * addresses.
 */
function areNetworks(networks: string[]): boolean {
  try {
    proxyaddr.compile(networks);
    return networks.every((network) => ipaddr.isValidCIDR(network));
  } catch {
    return false;
  }
}

/**
 * Parses headers in OpenTelemetry's form, `name=value,…` with percent-encoded values. Returns null if
 * malformed.
 */
function readHeaders(value: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of value.split(',').filter((text) => text.trim() !== '')) {
    const [, name, text] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(pair) ?? [];
    if (!name || !text) return null;
    try {
      headers[name] = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  return headers;
}

const bucketMessage =
  'must be of the form s3://bucket or s3://bucket?endpoint=https://…, with no path, other query or credentials';

/** Parses the address of a bucket. Returns null if malformed. */
function readBucket(value: string): Pick<BucketSettings, 'bucket' | 'endpoint'> | null {
  const [, bucket, query = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\?(.+))?$/.exec(value) ?? [];
  if (!bucket) return null;
  const given = new URLSearchParams(query);
  const endpoint = given.get('endpoint');
  if (endpoint === null) return given.size === 0 ? { bucket, endpoint } : null;
  const isAddress = /^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint) && URL.canParse(endpoint);
  return isAddress && given.size === 1 ? { bucket, endpoint: new URL(endpoint).origin } : null;
}

const operatorNameMax = 120;

const geocoderTimeoutMax = 60_000;

const hostList = z
  .string()
  .default('')
  .transform((hosts) =>
    hosts
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine(
    (hosts) => hosts.every((host) => /^[\w.:[\]-]+$/.test(host)),
    'must be hosts such as example.org or 10.0.0.5:8080, comma-separated',
  );

const portsMessage = `must be port numbers from 1 to ${portMax}, comma-separated`;

/** Additional ports, comma-separated. 443 is always included. */
const portList = z
  .string()
  .default('')
  .transform((value, { addIssue }) => {
    const named = value
      .split(',')
      .map((port) => port.trim())
      .filter(Boolean);
    const ports = named.map(Number);
    const isPort = (port: number) => port >= 1 && port <= portMax;
    if (!named.every((port) => /^\d+$/.test(port)) || !ports.every(isPort)) addIssue(portsMessage);
    return [...new Set([443, ...ports])];
  });

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], {
      // A misspelt `production` would skip the production requirements.
      error: 'must be development, test or production',
    })
    .default('development'),
  PORT: wholeNumber('a port number', portMax).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: wholeNumber('a port number', portMax).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: scheme('http', 'https')
    .refine(
      (url) => !/[?#]|^\w+:\/\/[^/]*@/.test(url),
      'must have no query, fragment or credentials',
    )
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/.+/, 'must start with mongodb:// or mongodb+srv://')
    .optional(),
  MONGODB_DB: z
    .string()
    // The name of the sandbox database is eight characters longer, and MongoDB's limit is 63.
    .regex(/^[A-Za-z0-9_-]{1,55}$/, 'must be 1 to 55 letters, digits, _ or -')
    .default('verification'),
  FILES_URL: z
    .string()
    .transform((value, { addIssue }) => {
      const place = readBucket(value);
      if (!place) addIssue(bucketMessage);
      return place ?? { bucket: '', endpoint: null };
    })
    .optional(),
  FILES_REDIRECT: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PILOT_API_KEY: longText(16)
    // A value that no header can carry, such as a line ending in CRLF, would never be accepted.
    .regex(/^[!-~][ -~]*[!-~]$/, 'must be printable ASCII, without a space at either end')
    .optional(),
  SERVER_SECRET: longText(32).optional(),
  CATALOGUE_FILE: z.string().min(1).optional(),
  EMAIL_POLICY_FILE: z.string().min(1).optional(),
  C2PA_TRUST_FILE: z.string().min(1).optional(),
  MEDIA_URL_HOSTS: hostList,
  WEBHOOK_URL_HOSTS: hostList,
  WEBHOOK_URL_PORTS: portList,
  RETENTION_DAYS: wholeNumber('a number of days', retentionDaysMax).default(730),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((value, { addIssue }) => {
      const trust = readTrust(value);
      if (!trust) addIssue(trustMessage);
      return trust ?? { kind: 'off' as const };
    }),
  RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  ALLOW_EMBEDDED_STORE: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  PAYMENTS: z
    .enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' })
    .default('sandbox'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  ALLOW_SANDBOX_PAYMENTS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  SMTP_URL: scheme('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .transform((value, { addIssue }) => {
      const address = mailableAddress(value);
      if (address === null) addIssue('must be an address such as mail@example.org');
      return address ?? '';
    })
    .optional(),
  SMS_URL: scheme('http', 'https')
    .refine((url) => !/[?#]|^\w+:\/\/[^/]*@/.test(url), 'must have no query or credentials')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SMS_ACCOUNT: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
    .optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      'must be a number such as +4915112345678, a short code, or a name of at most 11 letters and digits',
    )
    .optional(),
  ADAPTIVE_CADENCE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  ALERTS_TO: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean),
    )
    .refine(
      (addresses) => addresses.every(isEmailAddress),
      'must be addresses such as mail@example.org, comma-separated',
    ),
  OPERATOR_NAME: z
    .string()
    .max(operatorNameMax, `must have at most ${operatorNameMax} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line')
    .optional(),
  IMPRINT_URL: scheme('http', 'https').optional(),
  PRIVACY_URL: scheme('http', 'https').optional(),
  HELP_URL: scheme('http', 'https').optional(),
  WEB_PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  PUSH_URL_HOSTS: hostList,
  AUTO_DISPATCH: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  GEOCODER: z
    .enum(['nominatim', 'photon', 'pelias'], { error: 'must be nominatim, photon or pelias' })
    .optional(),
  GEOCODER_URL: scheme('http', 'https')
    .refine((url) => /^\w+:\/\/[^/?#@]+\/?$/.test(url), 'must have no path, query or credentials')
    .optional(),
  GEOCODER_KEY: z.string().min(1).optional(),
  GEOCODER_TIMEOUT_MS: wholeNumber('a number of milliseconds', geocoderTimeoutMax).default(2_000),
  MAP_STYLE_URL: scheme('http', 'https')
    .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), 'must not contain credentials')
    .optional(),
  MAP_TILES: z
    .string()
    .refine(
      (value) => !/^\w+:\/\//.test(value) || /^https?:\/\/[^/@\s]+\/\S+$/.test(value),
      'must be a path or a URL of the form https://…, without credentials',
    )
    .optional(),
  MAP_LINKS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  REPORT_SIGNING_CERT: z.string().optional(),
  REPORT_SIGNING_KEY: z.string().optional(),
  TSA_URL: scheme('http', 'https')
    .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), 'must not contain credentials')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: scheme('http', 'https')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((value, { addIssue }) => {
      const headers = readHeaders(value);
      if (!headers) addIssue('must be of the form name=value,name=value');
      return headers ?? {};
    }),
  OTEL_SERVICE_NAME: z.string().default('verification-gateway'),
});

/** Where to send spans over OTLP/HTTP. */
export interface TracingSettings {
  /** Without a trailing slash; spans are sent to /v1/traces below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** A geocoder of addresses. */
export interface GeocoderSettings {
  kind: 'nominatim' | 'photon' | 'pelias';
  /** Base address without a path. */
  url: string;
  apiKey: string | undefined;
  timeoutMilliseconds: number;
}

/** The account at an SMS provider with Twilio's API. */
export interface SmsSettings {
  /** Base address without a trailing slash. */
  url: string;
  account: string;
  token: string;
  /** Sender: a number in E.164, a short code or a name. */
  from: string;
}

/**
 * The source of the streets of maps: a MapLibre style, or a PMTiles archive of the Protomaps basemap at a URL or
 * in a file that the service serves.
 */
export type MapSettings =
  | { kind: 'style' | 'tiles'; url: string }
  | { kind: 'tiles_file'; path: string };

/** Pages of the operator; undefined: none. */
export interface OperatorLinks {
  imprint: string | undefined;
  privacy: string | undefined;
  help: string | undefined;
}

/** Payment provider: the sandbox, which collects nothing, or Stripe. */
export type PaymentSettings =
  | { provider: 'sandbox' }
  | { provider: 'stripe'; secretKey: string; webhookSecret: string };

/** Object storage for evidence and PDFs. */
export interface FilesSettings {
  bucket: BucketSettings;
  /** True if media links redirect to the storage. */
  redirect: boolean;
}

export interface Config {
  production: boolean;
  payments: PaymentSettings;
  port: number;
  host: string;
  /** Address of the metrics listener; null if disabled. */
  metrics: { port: number; host: string } | null;
  /** Public address for links, without a trailing slash; derived from the listening address if unset. */
  baseUrl: string | undefined;
  mongodbUri: string | undefined;
  mongodbDb: string;
  dataDir: string;
  /** Null: evidence and PDFs are stored in the database. */
  files: FilesSettings | null;
  pilotApiKey: string | undefined;
  serverSecret: string | undefined;
  catalogueFile: string | undefined;
  emailPolicyFile: string | undefined;
  /** File with the certificates of trusted C2PA signers; undefined: no signer is trusted or distrusted. */
  c2paTrustFile: string | undefined;
  /** Non-public hosts that a media_url can name. */
  mediaUrlHosts: string[];
  /** Non-public hosts that a webhook endpoint can name, also over http. */
  webhookUrlHosts: string[];
  /** Ports that a webhook endpoint can use on a public host; includes 443. */
  webhookUrlPorts: number[];
  trustProxy: TrustProxy;
  /** Days after which finished jobs are erased; 0: never. */
  retentionDays: number;
  rateLimits: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The mail server; undefined: no mail is sent. Requires `mailFrom`. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Null: no text message is sent. */
  sms: SmsSettings | null;
  /** True if the cadence of `primary` is evaluated automatically. */
  adaptiveCadence: boolean;
  /** Recipients of mail about changed alerts. */
  alertsTo: string[];
  /** Name of the operator in mail and on pages. */
  operatorName: string | undefined;
  /** Pages of the operator that the service's pages link to. */
  links: OperatorLinks;
  /** Contact of the operator for push services; undefined: browsers get no notifications. */
  webPushContact: string | undefined;
  /** Non-public hosts that a push endpoint can name, also over http. */
  pushUrlHosts: string[];
  /** True if a dispatch run starts when an operator job is opened. */
  autoDispatch: boolean;
  /** The geocoder of addresses; null: only the embedded places are searched. */
  geocoder: GeocoderSettings | null;
  /** Null: maps show coasts, borders and towns only. */
  map: MapSettings | null;
  /** True if short links of maps are opened to read the place they lead to. */
  mapLinks: boolean;
  /** Signs PDFs instead of the service's self-issued certificate; null: none. */
  reportSigning: SigningPair | null;
  /** RFC 3161 authority that timestamps reports; undefined: none. */
  tsaUrl: string | undefined;
  /** Null if tracing is off. */
  tracing: TracingSettings | null;
}

/** An invalid setting. The message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Names of the environment variables. A test compares the README's table with them. */
export const configVariables = Object.keys(environment.shape);

function paymentSettings(e: z.infer<typeof environment>, production: boolean): PaymentSettings {
  if (e.PAYMENTS === 'sandbox') {
    if (production && e.ALLOW_SANDBOX_PAYMENTS !== '1') {
      throw new ConfigError(
        'PAYMENTS must be stripe in production (or ALLOW_SANDBOX_PAYMENTS=1 to simulate payments)',
      );
    }
    return { provider: 'sandbox' };
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (!secretKey) throw new ConfigError('STRIPE_SECRET_KEY must be set for PAYMENTS=stripe');
  if (!webhookSecret) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must be set for PAYMENTS=stripe');
  }
  return { provider: 'stripe', secretKey, webhookSecret };
}

function mapSettings(e: z.infer<typeof environment>): MapSettings | null {
  const { MAP_STYLE_URL: style, MAP_TILES: tiles } = e;
  if (style && tiles) throw new ConfigError('MAP_STYLE_URL and MAP_TILES cannot both be set');
  if (style) return { kind: 'style', url: style };
  if (!tiles) return null;
  if (/^https?:/.test(tiles)) return { kind: 'tiles', url: tiles };
  const isFile = statSync(tiles, { throwIfNoEntry: false })?.isFile();
  if (!isFile) throw new ConfigError(`MAP_TILES ${tiles} is not a file`);
  return { kind: 'tiles_file', path: tiles };
}

function reportSigning(e: z.infer<typeof environment>): SigningPair | null {
  const { REPORT_SIGNING_CERT: certificate, REPORT_SIGNING_KEY: key } = e;
  if (!certificate && !key) return null;
  if (!certificate || !key) {
    throw new ConfigError('REPORT_SIGNING_CERT and REPORT_SIGNING_KEY must be set together');
  }
  try {
    return readSigningPair(certificate, key, new Date());
  } catch (error) {
    if (!(error instanceof SigningPairError)) throw error;
    const name = error.part === 'key' ? 'REPORT_SIGNING_KEY' : 'REPORT_SIGNING_CERT';
    throw new ConfigError(`${name} ${error.message}`);
  }
}

function filesSettings(e: z.infer<typeof environment>): FilesSettings | null {
  const { FILES_URL: place, AWS_ACCESS_KEY_ID: accessKeyId } = e;
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = e;
  const redirect = e.FILES_REDIRECT === 'on';
  if (!place) {
    if (redirect) throw new ConfigError('FILES_URL must be set with FILES_REDIRECT=on');
    return null;
  }
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with FILES_URL');
  }
  const credentials = { accessKeyId, secretAccessKey, sessionToken };
  return { bucket: { ...place, region: e.AWS_REGION, ...credentials }, redirect };
}

function geocoderSettings(e: z.infer<typeof environment>): GeocoderSettings | null {
  const { GEOCODER: kind, GEOCODER_URL: url, GEOCODER_KEY: apiKey } = e;
  if (!kind && !url) return null;
  if (!kind || !url) throw new ConfigError('GEOCODER and GEOCODER_URL must be set together');
  return { kind, url, apiKey, timeoutMilliseconds: e.GEOCODER_TIMEOUT_MS };
}

function smsSettings(e: z.infer<typeof environment>): SmsSettings | null {
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = e;
  if (!url && !account && !token && !from) return null;
  if (!url || !account || !token || !from) {
    throw new ConfigError('SMS_URL, SMS_ACCOUNT, SMS_TOKEN and SMS_FROM must be set together');
  }
  return { url, account, token, from };
}

/**
 * Reads and validates the configuration.
 *
 * @throws ConfigError with one line that names the first invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as unset, because compose files and CI systems set empty ones.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  if (production && !e.BASE_URL) throw new ConfigError('BASE_URL must be set in production');
  if (production && !e.SERVER_SECRET) {
    throw new ConfigError('SERVER_SECRET must be set in production');
  }
  if (production && !e.MONGODB_URI && e.ALLOW_EMBEDDED_STORE !== '1') {
    throw new ConfigError(
      'MONGODB_URI must be set in production (or ALLOW_EMBEDDED_STORE=1 to accept the embedded store)',
    );
  }
  if (e.SMTP_URL && !e.MAIL_FROM) throw new ConfigError('MAIL_FROM must be set with SMTP_URL');
  return {
    production,
    payments: paymentSettings(e, production),
    port: e.PORT,
    host: e.HOST,
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    baseUrl: e.BASE_URL,
    mongodbUri: e.MONGODB_URI,
    mongodbDb: e.MONGODB_DB,
    dataDir: e.DATA_DIR,
    files: filesSettings(e),
    pilotApiKey: e.PILOT_API_KEY,
    serverSecret: e.SERVER_SECRET,
    catalogueFile: e.CATALOGUE_FILE,
    emailPolicyFile: e.EMAIL_POLICY_FILE,
    c2paTrustFile: e.C2PA_TRUST_FILE,
    mediaUrlHosts: e.MEDIA_URL_HOSTS,
    webhookUrlHosts: e.WEBHOOK_URL_HOSTS,
    webhookUrlPorts: e.WEBHOOK_URL_PORTS,
    trustProxy: e.TRUST_PROXY,
    retentionDays: e.RETENTION_DAYS,
    rateLimits: e.RATE_LIMITS === 'on',
    logLevel: e.LOG_LEVEL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    sms: smsSettings(e),
    adaptiveCadence: e.ADAPTIVE_CADENCE === 'on',
    alertsTo: e.ALERTS_TO,
    operatorName: e.OPERATOR_NAME,
    links: { imprint: e.IMPRINT_URL, privacy: e.PRIVACY_URL, help: e.HELP_URL },
    webPushContact: e.WEB_PUSH_CONTACT,
    pushUrlHosts: e.PUSH_URL_HOSTS,
    autoDispatch: e.AUTO_DISPATCH === 'on',
    geocoder: geocoderSettings(e),
    map: mapSettings(e),
    mapLinks: e.MAP_LINKS === 'on',
    reportSigning: reportSigning(e),
    tsaUrl: e.TSA_URL,
    tracing: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: e.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: e.OTEL_SERVICE_NAME,
        }
      : null,
  };
}
