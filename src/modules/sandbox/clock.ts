import { day } from '../../lib/units.js';

/** Maximum offset of a sandbox clock ahead of real time, in days. */
export const offsetDaysMax = 730;
export const offsetMsMax = offsetDaysMax * day;
/** Maximum days that one call moves it. */
export const advanceDaysMax = 30;

/** The state of a sandbox clock. */
export interface SandboxClock {
  now: Date;
  offsetSeconds: number;
  realNow: Date;
  /** When something falls due next; null if nothing will. */
  nextStepAt: Date | null;
}

/** The state of a sandbox clock after it was moved. */
export interface AdvancedClock extends SandboxClock {
  /** Number of due steps that were performed. */
  stepsRun: number;
  /** True if more is due before the requested time. */
  more: boolean;
  /** Number of the newest event before the call; the events of the steps have higher ones. */
  eventsFromSeq: number;
}

/** Duration to move the clock by, or time to move it to. */
export type AdvanceRequest = { seconds: number } | { to: Date };
