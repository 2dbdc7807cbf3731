import { z } from 'zod';
import {
  type Aggregate,
  aggregatePolicies,
  Change,
  type EventData,
} from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { type Metadata, metadataPolicies } from '../../lib/metadata.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';
import type { Job } from '../job/job.js';
import { type StatedQuestions, statedQuestionsPolicies } from '../question/question.js';
import type { Recurrence, ScheduledDate } from './recurrence.js';

export const jobScheduleEventType = declareEvents({
  'job_schedule.created': 'A job schedule was created.',
  'job_schedule.paused': 'A job schedule was paused; it creates no jobs.',
  'job_schedule.resumed': 'A job schedule was resumed; it creates jobs from its next date on.',
  'job_schedule.date_failed': 'No job could be created for a date of a job schedule.',
  'job_schedule.ended': 'A job schedule has no date left.',
  'job_schedule.cancelled': 'A job schedule was cancelled.',
});
export type JobScheduleEventType = z.infer<typeof jobScheduleEventType>;

/** The job schedule that an operation targets. */
export const jobScheduleTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'schedule_id',
  description: 'Id of the job schedule.',
  missing: 'job_schedule_not_found',
};

export const jobScheduleStatus = z.enum(['active', 'paused', 'ended', 'cancelled']);
export type JobScheduleStatus = z.infer<typeof jobScheduleStatus>;

/** Maximum number of an integrator's schedules that are active or paused. */
export const schedulesMax = 2_000;

/** Number of dates that are computed ahead. */
export const nextDatesCount = 5;

/** The input that each job of a schedule is created with, apart from its nonce. */
export interface JobTemplate
  extends Pick<
    Job,
    | 'serviceKey'
    | 'objective'
    | 'address'
    | 'latitude'
    | 'longitude'
    | 'notes'
    | 'referencePhotos'
    | 'autoOpen'
    | 'metadata'
  > {
  metadata?: Metadata;
  /** Absent without any. */
  statedQuestions?: StatedQuestions;
}

const templatePolicies: FieldPolicies<JobTemplate> = {
  serviceKey: kept,
  objective: kept,
  address: kept,
  latitude: kept,
  longitude: kept,
  notes: kept,
  referencePhotos: kept,
  autoOpen: kept,
  metadata: { fields: metadataPolicies, export: false },
  statedQuestions: { fields: statedQuestionsPolicies, export: false },
};

/** The error with which a date created no job. */
export interface ScheduleError {
  /** Time of the date. */
  at: Date;
  code: string;
  detail: string;
}

/** Creates a job from a template on each date of a rule. */
export interface JobSchedule extends Aggregate, Recurrence {
  status: JobScheduleStatus;
  /** Integrator and a number below `schedulesMax`, unique; absent unless it is active or paused. */
  slot?: string;
  template: JobTemplate;
  /** The next dates, at most `nextDatesCount`; empty unless it is active. The first is also its `dueAt`. */
  nextDates: Date[];
  /** The latest date for which a job was created; null before the first. */
  lastDate: Date | null;
  lastJobId: string | null;
  /** The error of the latest date; null if its job was created. */
  lastError: ScheduleError | null;
  createdAt: Date;
}

/** Configured by an integrator; contains no personal data to erase. */
export const jobSchedulePolicies: FieldPolicies<JobSchedule> = {
  ...aggregatePolicies,
  slot: kept,
  template: { fields: templatePolicies, export: false },
  rrule: kept,
  startsAt: kept,
  timeZone: kept,
  nextDates: kept,
  lastDate: kept,
  lastJobId: kept,
  lastError: { fields: { at: kept, code: kept, detail: kept }, export: false },
  createdAt: kept,
};

const transitions: Readonly<Record<JobScheduleStatus, readonly JobScheduleStatus[]>> = {
  active: ['paused', 'ended', 'cancelled'],
  paused: ['active', 'cancelled'],
  ended: [],
  cancelled: [],
};

/** A change of a schedule; only its methods change its status. */
export class JobScheduleChange extends Change<JobSchedule> {
  emitEvent(type: JobScheduleEventType, data: EventData = {}): this {
    const { _id, status } = this.after;
    return this.emit(type, {
      schedule_id: _id,
      status,
      previous_status: this.before.revision === 0 ? null : this.before.status,
      ...data,
    });
  }

  /** @throws ApiError `invalid_transition` */
  private move(status: JobScheduleStatus): this {
    const { status: previous } = this.after;
    if (!transitions[previous].includes(status)) {
      const message = errorText('error.schedule_state', { status: previous });
      throw new ApiError('invalid_transition', message);
    }
    this.set({ status });
    return transitions[status].length > 0 ? this : this.set({ slot: undefined } as never);
  }

  /** Sets the dates to come. */
  plan(next: readonly ScheduledDate[]): this {
    const nextDates = next.map(({ at }) => at);
    return this.set({ nextDates, dueAt: nextDates[0] } as Partial<JobSchedule>);
  }

  /** @throws ApiError `invalid_transition` */
  pause(): this {
    return this.move('paused').plan([]).emitEvent('job_schedule.paused');
  }

  /**
   * Continues with the dates to come; those that have passed stay missed.
   * @throws ApiError `invalid_transition`, also if no date is left
   */
  resume(next: readonly ScheduledDate[]): this {
    this.move('active');
    if (next.length > 0) return this.plan(next).emitEvent('job_schedule.resumed');
    throw new ApiError('invalid_transition', errorText('error.schedule_passed'));
  }

  /** @throws ApiError `invalid_transition` */
  cancel(): this {
    return this.move('cancelled').plan([]).emitEvent('job_schedule.cancelled');
  }

  /** Records what a date has led to, and continues with the next ones. */
  advance(
    { at }: ScheduledDate,
    outcome: { jobId: string } | Pick<ScheduleError, 'code' | 'detail'>,
    next: readonly ScheduledDate[],
  ): this {
    if ('jobId' in outcome) {
      this.set({ lastDate: at, lastJobId: outcome.jobId, lastError: null });
    } else {
      this.set({ lastError: { at, ...outcome } });
      this.emitEvent('job_schedule.date_failed', { date: at.toISOString(), reason: outcome.code });
    }
    this.plan(next);
    return next.length > 0 ? this : this.move('ended').emitEvent('job_schedule.ended');
  }
}
