import { printLine } from '../print-line.js';
import { type Caller, createCaller, type Json } from './caller.js';
import { fixedValues } from './fixed-values.js';
import { playCadence } from './play-cadence.js';
import { playDispatch } from './play-dispatch.js';
import { playEvents } from './play-event.js';
import { playExperiments } from './play-experiment.js';
import { playKpis } from './play-kpi.js';
import { playSandbox } from './play-sandbox.js';
import { playTickets } from './play-ticket.js';
import { playWebhooks } from './play-webhook.js';
import { type RecordedService, startRecordedService } from './service.js';

async function playJob({ call, upload }: Caller, service: RecordedService): Promise<void> {
  const { job_id } = await call('create_job');
  const params = { job_id };
  await service.later();
  await call('update_job', { params });
  await call('get_job', { params });
  await call('list_jobs');
  const { task_token } = await call('assign_job', { params });
  await service.later();
  await call('capture_task', { bearer: task_token });
  const photos = [
    ['arrival_overview', 'hall-entrance.jpg'],
    ['objective_closeup', 'facade-windows.jpg'],
    ['context', 'hall-interior.jpg'],
  ] as const;
  for (const [step, name] of photos) {
    await upload('upload_provider_evidence', task_token, step, name);
  }
  await service.later();
  await call('review_job', { params });
  await service.later();
  await upload('upload_provider_evidence', task_token, 'context', 'staircase.jpg');
  await call('submit_provider_answers', { bearer: task_token });
  await call('list_evidence', { params });
  await call('list_answers', { params });
  await service.later();
  const { report_id } = await call('create_reality_report', { params });
  await service.settle();
  await call('get_log_proof', { fields: { report_id } });
  await call('get_log_consistency');
  // The report names the signature of its PDF once the PDF is rendered.
  await service.readPdf(`/v1/jobs/${job_id}/report.pdf`);
  await call('get_report', { params });
  await service.later();
  await call('submit_requester_feedback', { params });
}

async function playJobByAddress(caller: Caller, service: RecordedService): Promise<void> {
  const { call, hostedPhoto } = caller;
  const { job_id } = await call('create_job', {
    fields: { nonce: 'second-job', auto_open: false },
  });
  const params = { job_id };
  await call('open_job', { params });
  const captured_at = service.now().toISOString();
  const file = await hostedPhoto('visitor-outside.jpg');
  await call('submit_evidence', { params, fields: { ...file, captured_at } });
  await call('submit_answers', { params });
  await call('cancel_job', { params });
  await call('erase_job', { params });
}

async function requestSiteCheck({ call }: Caller) {
  const { request_id, job_id, access_token } = await call('request_site_check');
  return { params: { request_id }, job_id, fields: { access_token } };
}

/** Pays for a site check and takes its photos. */
async function carryOut(
  { call, upload }: Caller,
  service: RecordedService,
  { job_id, checkout_url }: { job_id: string; checkout_url: string },
): Promise<void> {
  await service.pay(checkout_url);
  await service.later();
  const { job, task_token } = await call('assign_job', { params: { job_id } });
  for (const { step_name } of job.steps.filter((step: Json) => step.required)) {
    await upload('upload_provider_evidence', task_token, step_name, 'hall-roof.jpg');
  }
  // The report is created after the last response.
  await service.settle();
}

async function playJobSchedules({ call }: Caller, service: RecordedService): Promise<void> {
  const { schedule_id } = await call('create_job_schedule');
  const params = { schedule_id };
  await call('get_job_schedule', { params });
  await call('list_job_schedules');
  await service.later();
  await call('pause_job_schedule', { params });
  await service.later();
  await call('resume_job_schedule', { params });
  await call('cancel_job_schedule', { params });
}

async function playSiteCheck(caller: Caller, service: RecordedService): Promise<void> {
  const { call } = caller;
  const { params, job_id, fields } = await requestSiteCheck(caller);
  await call('select_site_check_offer', { params, fields });
  await service.later();
  const { checkout } = await call('create_checkout_session', { params, fields });
  await carryOut(caller, service, { job_id, ...checkout });
  await call('get_site_check', { params, fields });
  const query = new URLSearchParams(fields);
  await service.readPdf(`/v1/public/site-checks/${params.request_id}/report.pdf?${query}`);
  await call('get_site_check_report', { params, fields });
  await call('deliver_reality_report', { params: { job_id } });
  const { share_id } = await call('create_share_link', { params, fields });
  await call('list_share_links', { params, fields });
  await call('revoke_share_link', { params: { ...params, share_id }, fields });
  await call('read_signed_report', { params, fields: service.reportLink(params.request_id) });
  await call('read_signed_report_cover', { params, fields: service.reportLink(params.request_id) });
  await service.later();
  await call('submit_site_check_feedback', { params, fields });
  await call('withdraw_reality_report', { params: { job_id } });
}

async function playSelfService(caller: Caller): Promise<void> {
  const { call, upload } = caller;
  const { params, fields } = await requestSiteCheck(caller);
  const offer = { ...fields, offer_key: 'self_service' };
  await call('select_site_check_offer', { params, fields: offer });
  const { capture_token } = await call('start_self_service_capture', { params, fields });
  await upload('upload_capture_evidence', capture_token, 'arrival_overview', 'hall-interior.jpg');
  await call('submit_capture_answers', { bearer: capture_token });
  const { params: cancelled, fields: token } = await requestSiteCheck(caller);
  await call('cancel_site_check', { params: cancelled, fields: token });
  await call('erase_site_check', { params: cancelled, fields: token });
}

async function playAccount({ call }: Caller, service: RecordedService): Promise<void> {
  const { account } = await call('register_customer');
  const { account_id } = account;
  await service.later();
  await call('resend_customer_confirmation');
  const confirm = { token: await service.mailToken(account_id, 'confirm') };
  await call('confirm_customer_email', { fields: confirm });
  await call('request_password_reset');
  await service.later();
  const reset = { token: await service.mailToken(account_id, 'reset') };
  await call('reset_customer_password', { fields: reset });
  // Its example sets the same password as the login's.
  await call('change_customer_password');
  await service.later();
  await call('login_customer');
  await call('customer_session');
  await call('update_customer');
  await call('get_customer', { params: { account_id } });
  await call('logout_customer');
  await call('login_customer');
}

async function playMails({ call }: Caller, service: RecordedService): Promise<void> {
  await service.sendRejectedMail();
  const [{ mail_id }] = await call('list_mails', { fields: { status: 'failed' } });
  const params = { mail_id };
  await call('get_mail', { params });
  await call('retry_mail', { params });
}

async function playInbox({ call }: Caller, service: RecordedService): Promise<void> {
  const { message_id } = await call('ingest_email_message');
  const params = { message_id };
  await service.later();
  await call('get_email_message', { params });
  await call('list_email_messages');
  await call('draft_email_reply', { params });
  await call('send_email', { fields: { related_message_id: message_id } });
  await service.later();
  await call('set_email_message_status', { params });
}

async function playAgents({ call }: Caller, service: RecordedService): Promise<void> {
  await call('record_agent_action');
  await call('upsert_agent_state', { params: { agent_name: 'triage-agent' } });
  await call('record_agent_telemetry');
  await service.later();
}

async function playBeliefs({ call }: Caller, service: RecordedService): Promise<void> {
  const { id: belief_id } = await call('create_belief');
  const params = { belief_id };
  await call('get_belief', { params });
  await call('list_beliefs');
  await service.later();
  await call('retire_belief', { params });
  const { id: decision_id } = await call('log_decision');
  await call('get_decision', { params: { decision_id } });
}

/** Plays the actions of the signed-in customer. */
async function playCustomerRequests(caller: Caller, service: RecordedService): Promise<void> {
  const { call } = caller;
  const { request_id, job_id } = await call('create_customer_request');
  const params = { request_id };
  await call('select_customer_request_offer', { params });
  await service.later();
  const { checkout } = await call('create_customer_checkout_session', { params });
  await carryOut(caller, service, { job_id, ...checkout });
  await call('get_customer_request', { params });
  await service.readPdf(`/v1/jobs/${job_id}/report.pdf`);
  await call('get_customer_request_report', { params });
  await call('create_customer_push_subscription', { params });
  await call('delete_customer_push_subscription', { params });
  const { share_id } = await call('create_customer_share_link', { params });
  await call('list_customer_share_links', { params });
  await call('revoke_customer_share_link', { params: { ...params, share_id } });
  await service.later();
  await call('submit_customer_request_feedback', { params });

  const free = await call('create_self_service_request');
  await call('start_customer_capture', { params: { request_id: free.request_id } });
  const { params: claimed, fields } = await requestSiteCheck(caller);
  await call('claim_customer_request', { fields });
  await call('list_customer_requests');
  await call('cancel_customer_request', { params: claimed });
}

async function playInvites({ call }: Caller, service: RecordedService): Promise<void> {
  const { request_id } = await call('create_self_service_request');
  const { invite_id } = await call('create_self_service_invite', { params: { request_id } });
  const params = { request_id, invite_id };
  await call('get_self_service_invite', { params });
  await service.later();
  await call('resend_self_service_invite', { params });
  const second = await call('reassign_self_service_invite', { params });
  await call('list_self_service_invites', { params });
  await call('revoke_self_service_invite', { params: { invite_id: second.invite_id } });
}

/**
 * Plays accounts, jobs and site checks against a service with a fixed clock, using the examples of the operation
 * records.
 *
 * @returns JSON of the first response of each operation by its id, the same in every run
 */
export async function recordExamples(): Promise<string> {
  const service = await startRecordedService();
  try {
    const caller = createCaller(service);
    await caller.call('healthz');
    await caller.call('get_key_set');
    await playJob(caller, service);
    await playJobByAddress(caller, service);
    await playJobSchedules(caller, service);
    await playSiteCheck(caller, service);
    await playSelfService(caller);
    await playAccount(caller, service);
    await playInbox(caller, service);
    await playAgents(caller, service);
    await playBeliefs(caller, service);
    await playTickets(caller, service);
    await playCadence(caller);
    await playCustomerRequests(caller, service);
    await playInvites(caller, service);
    await playMails(caller, service);
    await playDispatch(caller, service);
    await playEvents(caller);
    await playWebhooks(caller, service);
    await playSandbox(caller, service);
    await playKpis(caller, service);
    await playExperiments(caller, service);
    for (const rejected of await caller.callOthers()) {
      printLine(`No example in OpenAPI: ${rejected}`);
      printLine('To record one, call the operation in scripts/record-examples/play.ts.');
    }
    return `${fixedValues(JSON.stringify(caller.answers, null, 2))}\n`;
  } finally {
    await service.stop();
  }
}
