import { newId } from '../../src/lib/ids.js';
import type { Job } from '../../src/modules/job/job.js';
import { jobBody, type TestApp } from './app.js';

const statuses: Job['status'][] = ['open', 'assigned', 'submitted', 'completed', 'cancelled'];
const batchSize = 2_000;

/** Stores copies of a new job, one minute apart, in five states. */
export async function storeManyJobs(app: TestApp, count: number): Promise<void> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
  const job = (await app.jobs.findOne({ _id: body.job_id })) as Job;
  for (let made = 1; made < count; made += batchSize) {
    const length = Math.min(batchSize, count - made);
    const copies = Array.from({ length }, (_, i): Job => {
      const at = new Date(job.createdAt.getTime() - (made + i) * 60_000);
      const status = statuses[(made + i) % statuses.length] ?? job.status;
      return { ...job, _id: newId(), nonce: newId(), status, createdAt: at, updatedAt: at };
    });
    await app.jobs.insertMany(copies, { ordered: false });
  }
}
