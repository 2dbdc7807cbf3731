import { day } from '../../lib/units.js';

/** The clock of a sandbox is never further ahead of real time. */
export const offsetDaysMax = 730;
export const offsetMsMax = offsetDaysMax * day;
/** How far one call moves it. */
export const advanceDaysMax = 30;

/** Where the clock of a sandbox stands. */
export interface SandboxClock {
  now: Date;
  offsetSeconds: number;
  realNow: Date;
  /** When something falls due next; null when nothing will. */
  nextStepAt: Date | null;
}

/** The same after it was moved. */
export interface AdvancedClock extends SandboxClock {
  /** What fell due and was done. */
  stepsRun: number;
  /** Whether more is due before the time that was asked for. */
  more: boolean;
  /** Number of the newest event before; those of the steps have greater ones. */
  eventsFromSeq: number;
}

/** By how much the clock is to move, or up to when. */
export type AdvanceRequest = { seconds: number } | { to: Date };
