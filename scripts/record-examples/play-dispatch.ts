import type { Caller } from './caller.js';
import { type RecordedService, recordingKey } from './service.js';

/** Returns the token of the first open offer of a run, using an operator's key. */
async function offerToken(service: RecordedService, runId: string): Promise<string> {
  const query = `{ dispatchRun(id: "${runId}") { threads { offerUrl } } }`;
  const response = await service.fetch('/graphql', {
    method: 'POST',
    headers: { 'x-api-key': recordingKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as {
    data: { dispatchRun: { threads: { offerUrl: string | null }[] } };
  };
  const url = data.dispatchRun.threads.find(({ offerUrl }) => offerUrl)?.offerUrl;
  if (!url) throw new Error(`no offer of the run ${runId} is open`);
  return new URL(url).hash.slice(1);
}

/** Offers jobs to verifiers: one is accepted and released, one declined, one cancelled. */
export async function playDispatch({ call }: Caller, service: RecordedService): Promise<void> {
  const { provider_id } = await call('create_provider');
  const provider = { params: { provider_id } };
  const dispatched = async (nonce: string) => {
    const { job_id } = await call('create_job', { fields: { nonce } });
    const { id: run_id } = await call('start_dispatch_run', { params: { job_id } });
    await service.later();
    return { params: { run_id }, bearer: await offerToken(service, run_id) };
  };
  const accepted = await dispatched('dispatched-job');
  await call('get_provider_offer', accepted);
  const { task_token } = await call('accept_provider_offer', accepted);
  await service.later();
  await call('get_dispatch_run', { params: accepted.params });
  await call('get_provider', provider);
  await call('release_task', { bearer: task_token });
  await call('decline_provider_offer', await dispatched('declined-job'));
  await call('list_dispatch_runs');
  await call('cancel_dispatch_run', await dispatched('cancelled-job'));
  await call('update_provider', provider);
  await call('list_providers');
  await call('erase_provider', provider);
}
