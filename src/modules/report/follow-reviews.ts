import type { LoggedEvent } from '../../aggregate/event-log.js';
import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { makeVersion, type ReportNeeds } from './create-report.js';

const jobOf = ({ type, data }: LoggedEvent) =>
  type === 'job.answers_submitted' && data['answered_by'] === 'reviewer'
    ? String(data['job_id'])
    : null;

/** Creates the next version of a report whose answers a reviewer confirmed or corrected. */
export function followReviews(services: ReportNeeds & Pick<Services, 'followers'>): void {
  services.followers.followEvents(
    'reviews',
    async (event) => {
      const jobId = jobOf(event);
      const job = jobId === null ? null : await services.jobs.find(jobId, {});
      if (!job || job.erasedAt || job.reports.length === 0) return;
      try {
        await makeVersion(services, job._id, {});
      } catch (error) {
        // The job was set back to work since; the next version includes the review.
        if (!(error instanceof ApiError) || error.code !== 'report_not_ready') throw error;
      }
    },
    { subject: jobOf },
  );
}
