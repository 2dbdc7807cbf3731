/** The 0.975 quantile of the standard normal distribution. */
const z95 = 1.959963984540054;
const decimals = 1e4;

const rounded = (value: number) => Math.round(value * decimals) / decimals;

/**
 * The Wilson score interval of a share at 95 % (Wilson 1927, without continuity correction).
 * @returns low and high, to 4 decimals; null without a trial
 */
export function wilsonInterval(succeeded: number, trials: number): [number, number] | null {
  if (trials === 0) return null;
  const share = succeeded / trials;
  const spread = z95 ** 2 / trials;
  const centre = share + spread / 2;
  const margin = Math.sqrt(share * (1 - share) * spread + spread ** 2 / 4);
  const bound = (value: number) => rounded(Math.min(1, Math.max(0, value / (1 + spread))));
  return [bound(centre - margin), bound(centre + margin)];
}

/** Values that were reported of a metric. */
export class Mean {
  n = 0;
  private sum = 0;

  /** @param n values that are `sum` together */
  add(sum: number, n = 1): void {
    this.sum += sum;
    this.n += n;
  }

  /** To 4 decimals; null without a value. */
  get mean(): number | null {
    return this.n === 0 ? null : rounded(this.sum / this.n);
  }
}

/** One exposure of a unit to a variant, and what became of it. */
export interface Exposure {
  succeeded: boolean;
  latencyMs: number | null;
  /** Sums and numbers of values, by the key of the metric. */
  metrics: Readonly<Record<string, { sum: number; n: number }>>;
}

/** What is measured of one variant. */
export interface VariantResult {
  variant: string;
  exposures: number;
  succeeded: number;
  successRate: number | null;
  interval: [number, number] | null;
  meanLatencyMs: number | null;
  metrics: Record<string, { n: number; mean: number | null }>;
}

/** Gathers the exposures of one variant. */
export class VariantStats {
  private exposures = 0;
  private succeeded = 0;
  private readonly latency = new Mean();
  private readonly means: ReadonlyMap<string, Mean>;

  /** @param metricKeys metrics that are measured; others are left out */
  constructor(
    private readonly variant: string,
    metricKeys: readonly string[],
  ) {
    this.means = new Map(metricKeys.map((key) => [key, new Mean()]));
  }

  add({ succeeded, latencyMs, metrics }: Exposure): void {
    this.exposures += 1;
    if (succeeded) this.succeeded += 1;
    if (latencyMs !== null) this.latency.add(latencyMs);
    for (const [key, { sum, n }] of Object.entries(metrics)) this.means.get(key)?.add(sum, n);
  }

  result(): VariantResult {
    const { variant, exposures, succeeded, latency, means } = this;
    return {
      variant,
      exposures,
      succeeded,
      successRate: exposures === 0 ? null : rounded(succeeded / exposures),
      interval: wilsonInterval(succeeded, exposures),
      meanLatencyMs: latency.mean,
      metrics: Object.fromEntries([...means].map(([key, { n, mean }]) => [key, { n, mean }])),
    };
  }
}
