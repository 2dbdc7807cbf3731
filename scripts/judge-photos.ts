/**
 * Runs each file of a folder through the checks of evidence, without a server: each as if sent to a job at the
 * position that the file states, at the time that it states. Prints a table, and with `--exiftool` compares
 * position and time with exiftool.
 *
 * `npm run judge-photos -- FOLDER [--exiftool]`
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { distanceMetres, type Position } from '../src/lib/geo.js';
import { type CheckedFile, checkFile } from '../src/modules/evidence/check-file.js';
import { createMediaDecoder } from '../src/modules/evidence/media-decoder.js';

const usage = 'Usage: npm run judge-photos -- FOLDER [--exiftool]\n';

/** Types as phones and cameras name them; any other name declares no type. */
const typeByExtension: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.pdf': 'application/pdf',
};

/** Positions of the two are the same up to the rounding of exiftool. */
const sameMetres = 1;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return Object.hasOwn(typeByExtension, extname(entry.name).toLowerCase()) ? [path] : [];
    });
}

interface Exiftool {
  position: Position | null;
  /** Moments and readings without a zone, as milliseconds. */
  times: Record<string, number>;
}

const run = promisify(execFile);

/** A date of exiftool (`2026:03:01 12:00:00+01:00`) in milliseconds; null where it is none. */
function exiftoolTime(text: unknown): number | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(
    String(text ?? ''),
  );
  if (!parts) return null;
  const [, year, month, date, clock, zone = 'Z'] = parts;
  const at = Date.parse(`${year}-${month}-${date}T${clock}${zone}`);
  const isReal = new Date(`${year}-${month}-${date}T00:00:00Z`).getUTCDate() === Number(date);
  return Number.isNaN(at) || !isReal ? null : at;
}

async function readExiftool(path: string): Promise<Exiftool> {
  const { stdout } = await run('exiftool', ['-j', '-n', '-G1', '-api', 'QuickTimeUTC', path], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error) => ({ stdout: String(error.stdout ?? '[]') }));
  const [found = {}] = JSON.parse(stdout || '[]') as Record<string, unknown>[];
  const latitude = found['Composite:GPSLatitude'];
  const longitude = found['Composite:GPSLongitude'];
  const position =
    typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
  const offset = found['ExifIFD:OffsetTimeOriginal'];
  const original = found['ExifIFD:DateTimeOriginal'];
  const isOffset = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset);
  const times = {
    exif_original: isOffset ? exiftoolTime(`${original}${offset}`) : null,
    exif_original_local: isOffset ? null : exiftoolTime(original),
    gps_time: exiftoolTime(found['Composite:GPSDateTime']),
    quicktime_creation: exiftoolTime(found['Keys:CreationDate']),
  };
  return {
    position,
    times: Object.fromEntries(
      Object.entries(times).filter((entry): entry is [string, number] => entry[1] !== null),
    ),
  };
}

/** Differences between the readings; a value that is void by the rules is no difference. */
function differences({ stated }: CheckedFile, theirs: Exiftool): string[] {
  const found: string[] = [];
  const isVoid = (...sources: string[]) =>
    stated.voids.some(({ source }) => sources.includes(source));
  const ours = stated.positions;
  if (theirs.position && ours.length === 0 && !isVoid('exif_gps', 'xmp_gps', 'xyz', 'iso6709')) {
    found.push('position not read');
  } else if (ours.length > 0 && !theirs.position) {
    found.push('position read here only');
  } else if (
    theirs.position &&
    ours.length > 0 &&
    ours.every((one) => distanceMetres(one, theirs.position!) > sameMetres)
  ) {
    found.push('position differs');
  }
  for (const [source, at] of Object.entries(theirs.times)) {
    const times = [
      ...stated.times.filter((one) => one.source === source).map((one) => one.at.getTime()),
      ...stated.localTimes.filter((one) => one.source === source).map((one) => one.reading),
    ];
    if (times.length === 0) {
      if (!isVoid(source, `${source}_local`)) found.push(`${source} not read`);
    } else if (!times.some((time) => Math.abs(time - at) % (1024 * 7 * 86_400_000) < 1000)) {
      found.push(`${source} differs`);
    }
  }
  return found;
}

const mark = { pass: '✓', warn: 'warn', fail: 'FAIL', not_run: '–' } as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { exiftool: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (
    !folder ||
    positionals.length > 1 ||
    !statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  ) {
    process.stderr.write(usage);
    return 2;
  }
  const decoder = createMediaDecoder();
  const totals = { passed: 0, warned: 0, failed: 0, different: 0 };
  const checks = [
    'geofence',
    'capture_time',
    'freshness',
    'duplicate',
    'media',
    'exif',
    'provenance',
  ] as const;
  const head = [
    'file',
    'type',
    'size',
    ...checks,
    'sources',
    'ms',
    ...(values.exiftool ? ['exiftool'] : []),
  ];
  process.stdout.write(`| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`);
  const notes: string[] = [];
  const accepted = new Set<string>();
  try {
    for (const path of filesIn(folder)) {
      const name = relative(folder, path);
      const bytes = readFileSync(path);
      const begun = performance.now();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const declaredType = typeByExtension[extname(path).toLowerCase()] ?? null;
      const checked = await checkFile(decoder, {
        bytes,
        sha256,
        declaredType,
        accepted: accepted.has(sha256),
      });
      const took = performance.now() - begun;
      const results = new Map(checked.checks.map((check) => [check.name, check]));
      const failed = checked.checks.filter(({ result }) => result === 'fail');
      const warned = checked.checks.filter(({ result }) => result === 'warn');
      if (failed.length > 0) totals.failed += 1;
      else accepted.add(sha256);
      if (failed.length === 0) totals[warned.length > 0 ? 'warned' : 'passed'] += 1;
      for (const { name: check, message } of [...failed, ...warned]) {
        notes.push(`- ${name}, ${check}: ${message}`);
      }
      const different = values.exiftool ? differences(checked, await readExiftool(path)) : [];
      totals.different += Number(different.length > 0);
      const { stated } = checked;
      const sources = [...stated.times, ...stated.localTimes, ...stated.positions].map(
        ({ source }) => source,
      );
      const voids = stated.voids.map(({ source }) => `(${source})`);
      const row = [
        name,
        checked.type ?? 'unknown',
        String(bytes.length),
        ...checks.map((check) => mark[results.get(check)?.result ?? 'not_run']),
        [...sources, ...voids].join(' ') || '–',
        took.toFixed(0),
        ...(values.exiftool ? [different.join(', ') || '='] : []),
      ];
      process.stdout.write(`| ${row.join(' | ')} |\n`);
    }
  } finally {
    decoder.close();
  }
  if (notes.length > 0) process.stdout.write(`\n${notes.join('\n')}\n`);
  const compared = values.exiftool ? `; ${totals.different} read differently from exiftool` : '';
  process.stdout.write(
    `\n${totals.passed} passed, ${totals.warned} with warnings, ${totals.failed} failed${compared}. A source in parentheses states nothing.\n`,
  );
  return totals.different > 0 ? 1 : 0;
}

process.exitCode = await main();
