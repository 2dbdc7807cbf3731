import type { JobCost } from './measure.js';

/**
 * On-demand list prices of AWS in us-east-1 in US dollars, from aws.amazon.com/s3/pricing, /ebs/pricing and
 * /ec2/pricing/on-demand as of January 2025. Change them here; transfer, backups and gateways are not included.
 */
export const prices = {
  date: '2025-01',
  /** S3 Standard per GB and month, by the GB that each price applies to. */
  objects: [
    [50_000, 0.023],
    [450_000, 0.022],
    [Number.POSITIVE_INFINITY, 0.021],
  ],
  /** Per PUT request. */
  put: 0.005 / 1000,
  /** gp3 volumes, per GB and month. */
  disk: 0.08,
  /** Servers of the r6g family, by memory in GiB: per hour. */
  servers: [
    [16, 0.1008],
    [32, 0.2016],
    [64, 0.4032],
    [128, 0.8064],
    [256, 1.6128],
    [384, 2.4192],
    [512, 3.2256],
  ],
} as const;

const gigabyte = 1e9;
const gibibyte = 2 ** 30;
const hoursPerMonth = 730;
const members = 3;
/** Share of a server's memory that WiredTiger uses as its cache by default. */
const cacheShare = 0.5;
/** Largest gp3 volume. */
const volumeBytes = 16 * 2 ** 40;

export interface Plan {
  jobs: number;
  /** Days in which the jobs arrive, evenly. */
  days: number;
  /** Days for which the documents of a job are read often. */
  hotDays: number;
}

export interface Forecast {
  diskBytes: number;
  indexBytes: number;
  workingSetBytes: number;
  fileBytes: number;
  /** Memory in GiB of each server; null if no server is large enough. */
  serverGiB: number | null;
  monthly: { servers: number | null; disk: number; objects: number; puts: number };
  /** Limits of one replica set with the number of jobs at which each is reached, lowest first. */
  limits: { name: string; jobs: number }[];
}

function objectPrice(bytes: number): number {
  let left = bytes / gigabyte;
  let cost = 0;
  for (const [size, price] of prices.objects) {
    const billed = Math.min(left, size);
    cost += billed * price;
    left -= billed;
  }
  return cost;
}

/** Extrapolates the cost of one job to a plan, on a replica set of three and files in object storage. */
export function extrapolate(cost: JobCost, { jobs, days, hotDays }: Plan): Forecast {
  const hotShare = Math.min(1, hotDays / days);
  const perJob = cost.documents + cost.indexes;
  const hotPerJob = cost.indexes + cost.documents * hotShare;
  const workingSetBytes = jobs * hotPerJob;
  const fits = ([gib]: readonly [number, number]) => gib * gibibyte * cacheShare >= workingSetBytes;
  const server = prices.servers.find(fits);
  const largest = prices.servers.at(-1)![0] * gibibyte * cacheShare;
  const diskBytes = jobs * perJob;
  const limits = [
    {
      name: 'memory: the working set exceeds the cache of the largest server',
      jobs: largest / hotPerJob,
    },
    { name: 'disk: documents and indexes exceed one volume', jobs: volumeBytes / perJob },
  ];
  return {
    diskBytes,
    indexBytes: jobs * cost.indexes,
    workingSetBytes,
    fileBytes: jobs * cost.files,
    serverGiB: server?.[0] ?? null,
    monthly: {
      servers: server ? members * server[1] * hoursPerMonth : null,
      disk: (members * prices.disk * diskBytes) / gigabyte,
      objects: objectPrice(jobs * cost.files),
      puts: (jobs / days) * (365 / 12) * cost.fileCount * prices.put,
    },
    limits: limits.sort((a, b) => a.jobs - b.jobs),
  };
}
