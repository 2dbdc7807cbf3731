import type { Logger } from 'pino';
import { createLoop } from '../../aggregate/loop.js';
import { ApiError, errorText } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import { isUnavailable } from '../../lib/mongo.js';
import { second } from '../../lib/units.js';
import type { ModeServices, Services } from '../../services.js';
import type { Integrator } from '../integrator/integrator.js';
import type { Jobs } from '../job/jobs.js';
import type { AdvancedClock, AdvanceRequest, SandboxClock } from './clock.js';
import { moveClock } from './move-clock.js';
import { removeOldJobs } from './remove-old-jobs.js';
import { nextStepAt, runSteps, type SteppedServices } from './run-steps.js';
import { servicesAt, servicesOfMode } from './sandbox-services.js';

/** Interval at which the simulated verifier checks for due acts. */
const tickMilliseconds = 5 * second;
/** Maximum delay until it notices a job stored by another process. */
const lookMilliseconds = 60 * second;

/** The sandbox, which contains the test jobs: a separate mode, opened on its first use. */
export interface Sandbox {
  /** Returns the services of a test key's integrator, on the clock of its sandbox. */
  servicesFor(integratorId: string): Promise<Services>;
  /** Returns the services of the integrator that owns the test job; null if the job does not exist. */
  servicesOfJob(jobId: string): Promise<Services | null>;
  /** Returns the keys that verify test reports, and their log; null if there was never a test key. */
  proofs(): Promise<Pick<
    ModeServices,
    'serverKeys' | 'signingCertificates' | 'transparency'
  > | null>;
  /** @throws ApiError `not_found` if the integrator has no sandbox */
  readClock(integratorId: string): Promise<SandboxClock>;
  /**
   * Moves the clock of an integrator and performs the steps that fall due, each at its own time.
   *
   * @throws ApiError `bad_user_input`, `clock_limit`
   */
  advance(integratorId: string, request: AdvanceRequest): Promise<AdvancedClock>;
  /** Performs the due steps in every sandbox. */
  tick(): Promise<void>;
}

/** The services that the sandbox runs on. */
export interface OpenedSandbox {
  services: ModeServices;
  /** Returns the same jobs on another clock. */
  jobsAt(clock: Clock): Jobs;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  log: Logger;
  /** Called after everything is created. */
  live: () => Services;
  open: (mode: {
    settleDue: () => Promise<unknown>;
    jobsOf: (integratorId: string) => Promise<Jobs>;
  }) => Promise<OpenedSandbox>;
}

/** The sandbox state of one integrator in this process. */
interface Seat {
  offsetMs: number;
  services: Services;
  stepped: SteppedServices;
  /** Tail of the queue that performs due steps sequentially. */
  last: Promise<unknown>;
  /** Number of running and queued entries. */
  turns: number;
  /** True if its jobs have to be checked; otherwise nothing is due before `nextAt`. */
  dirty: boolean;
  nextAt: Date | null;
  lookedAt: number;
}

/** The sandbox of this process, opened on first use, and at start if there is a test key. */
export function createSandbox({ live, open, log }: SandboxOptions) {
  const seats = new Map<string, Seat>();
  let opening: Promise<{ opened: OpenedSandbox; services: Services }> | null = null;
  let stopped = false;

  async function openAll() {
    const opened = await open({ settleDue: tick, jobsOf });
    opened.services.relay.onAppend((batch) => {
      if (batch === null) for (const seat of seats.values()) seat.dirty = true;
      else for (const { integratorId } of batch) markDirty(integratorId);
    });
    await opened.start();
    loop.start();
    return { opened, services: servicesOfMode(live(), opened.services) };
  }

  function markDirty(integratorId: string): void {
    const seat = seats.get(integratorId);
    if (seat) seat.dirty = true;
  }

  async function mode() {
    opening ??= openAll().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function seatOf(twin: Integrator): Promise<Seat> {
    const { opened, services } = await mode();
    const known = seats.get(twin._id);
    const offsetMs = twin.clockOffsetMs ?? 0;
    if (known) {
      // The stored offset can be older than a move in this process.
      known.offsetMs = Math.max(known.offsetMs, offsetMs);
      return known;
    }
    const clock = { now: () => new Date(live().clock.now().getTime() + seat.offsetMs) };
    let moment = new Date(0);
    const still = { now: () => moment };
    const at = (one: Clock) => servicesAt(live(), services, one, opened.jobsAt(one));
    const setMoment = (to: Date) => {
      moment = to;
    };
    const seat: Seat = {
      offsetMs,
      services: at(clock),
      stepped: { services: at(still), setMoment },
      last: Promise.resolve(),
      turns: 0,
      dirty: true,
      nextAt: null,
      lookedAt: 0,
    };
    seats.set(twin._id, seat);
    return seat;
  }

  async function seatFor(integratorId: string): Promise<Seat> {
    const integrator = await live().integrators.get(integratorId);
    if (integrator.mode === 'test') return seatOf(integrator);
    throw new ApiError('not_found', errorText('error.no_sandbox'));
  }

  async function jobsOf(integratorId: string): Promise<Jobs> {
    return (await seatFor(integratorId)).services.jobs;
  }

  function enqueue<T>(seat: Seat, work: () => Promise<T>): Promise<T> {
    seat.turns += 1;
    const turn = seat.last.then(work).finally(() => {
      seat.turns -= 1;
    });
    seat.last = turn.catch(() => {});
    return turn;
  }

  function isQuiet({ dirty, nextAt, lookedAt, services }: Seat): boolean {
    if (dirty || performance.now() - lookedAt > lookMilliseconds) return false;
    return nextAt === null || nextAt > services.clock.now();
  }

  async function run(integratorId: string, seat: Seat, until: Date) {
    seat.dirty = false;
    seat.lookedAt = performance.now();
    try {
      const from = seat.services.clock.now();
      const steps = await runSteps(seat.stepped, integratorId, { from, until });
      seat.nextAt = steps.nextAt;
      return steps;
    } catch (error) {
      seat.dirty = true;
      throw error;
    }
  }

  /** Performs due steps; skips integrators whose steps are already being performed, so that none waits for another. */
  async function tick(): Promise<void> {
    for (const twin of await live().integrators.listTwins()) {
      if (stopped) return;
      const seat = await seatOf(twin);
      if (seat.turns > 0 || isQuiet(seat)) continue;
      await enqueue(seat, () => run(twin._id, seat, seat.services.clock.now())).catch((error) => {
        if (isUnavailable(error)) throw error;
        log.error({ err: error, integrator: twin._id }, 'sandbox: steps failed, retrying');
      });
    }
  }

  const loop = createLoop({
    name: 'sandbox',
    batchMilliseconds: 0,
    log,
    async round() {
      await tick();
      return tickMilliseconds;
    },
  });

  const clockOf = async (integratorId: string, seat: Seat) => ({
    now: seat.services.clock.now(),
    offsetSeconds: Math.floor(seat.offsetMs / second),
    realNow: live().clock.now(),
    nextStepAt: await nextStepAt(seat.services, integratorId),
  });

  const sandbox: Sandbox = {
    servicesFor: async (integratorId) => (await seatFor(integratorId)).services,

    async servicesOfJob(jobId) {
      if (!opening && !(await live().integrators.hasTwins())) return null;
      const { opened } = await mode();
      const integratorId = await opened.services.jobs.findOwner(jobId);
      return integratorId === null ? null : (await seatFor(integratorId)).services;
    },

    async proofs() {
      if (!opening && !(await live().integrators.hasTwins())) return null;
      return (await mode()).services;
    },

    async readClock(integratorId) {
      return clockOf(integratorId, await seatFor(integratorId));
    },

    async advance(integratorId, request) {
      const seat = await seatFor(integratorId);
      const { integrators, clock } = live();
      const { relay, events } = seat.services;
      return enqueue(seat, async () => {
        await relay.drain();
        const eventsFromSeq = await events.lastSeq();
        const moved = await moveClock(request, {
          integratorId,
          integrators,
          clock,
          run: (until) => run(integratorId, seat, until),
        });
        seat.offsetMs = Math.max(seat.offsetMs, moved.offsetMs);
        await relay.drain();
        const { stepsRun, more } = moved;
        return { ...(await clockOf(integratorId, seat)), stepsRun, more, eventsFromSeq };
      });
    },

    tick,
  };

  return {
    ...sandbox,

    /** Continues with test jobs of an earlier process. */
    start(): void {
      const warn = (error: unknown) =>
        log.warn({ err: error }, 'sandbox: not opened, retrying at its next use');
      live()
        .integrators.hasTwins()
        .then((any) => (any && !stopped ? mode() : null))
        .catch(warn);
    },

    /** Cleans up after interrupted requests, and deletes old jobs. */
    async sweep(sweepMode: (services: Services) => Promise<unknown>): Promise<void> {
      if (!opening && !(await live().integrators.hasTwins())) return;
      const { services } = await mode();
      await sweepMode(services);
      await removeOldJobs(services);
    },

    async stop(): Promise<void> {
      stopped = true;
      const opened = await opening?.catch(() => null);
      await loop.stop();
      await Promise.all([...seats.values()].map(({ last }) => last));
      await opened?.opened.stop();
    },
  };
}
