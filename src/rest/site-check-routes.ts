import { cancelSiteCheckInput } from '../modules/site-check/cancel-site-check.js';
import { createCheckoutSessionInput } from '../modules/site-check/create-checkout-session.js';
import {
  siteCheckQuery,
  siteCheckReportQuery,
} from '../modules/site-check/get-site-check-report.js';
import { requestSiteCheckInput } from '../modules/site-check/request-site-check.js';
import { selectOfferInput } from '../modules/site-check/select-offer.js';
import { startSelfServiceCaptureInput } from '../modules/site-check/start-self-service-capture.js';
import { siteCheckFeedbackBody } from '../modules/site-check/submit-site-check-feedback.js';
import type { RestRoute } from './routes.js';

const requestId = ({ path }: { path: Record<string, string> }) => ({
  requestId: path['request_id'],
});

const common = { status: 200, tag: 'Site checks' } as const;

/** The paths of the public site-check flow. */
export const siteCheckRoutes: readonly RestRoute[] = [
  {
    ...common,
    operationId: 'request_site_check',
    method: 'POST',
    path: '/v1/public/site-checks',
    field: 'requestSiteCheck',
    status: 201,
    summary: 'Request a site check and get a quote',
    body: requestSiteCheckInput,
    refusals: ['intake_conflict'],
    args: ({ body }) => ({ input: body }),
    location: (answer) => `/v1/public/site-checks/${answer.request_id}`,
  },
  {
    ...common,
    operationId: 'get_site_check',
    method: 'GET',
    path: '/v1/public/site-checks/{request_id}',
    field: 'siteCheck',
    summary: 'Read where a site check stands',
    query: siteCheckQuery,
    args: (request) => ({ ...requestId(request), ...request.query }),
  },
  {
    ...common,
    operationId: 'get_site_check_report',
    method: 'GET',
    path: '/v1/public/site-checks/{request_id}/report',
    field: 'siteCheckReport',
    summary: 'Read the report of a site check',
    query: siteCheckReportQuery,
    refusals: ['report_not_found', 'report_version_not_found'],
    args: (request) => ({ ...requestId(request), ...request.query }),
  },
  {
    ...common,
    operationId: 'select_site_check_offer',
    method: 'POST',
    path: '/v1/public/site-checks/{request_id}/select-offer',
    field: 'selectSiteCheckOffer',
    summary: 'Choose an offer of the quote',
    body: selectOfferInput,
    refusals: ['offer_not_available', 'already_paid', 'quote_expired', 'invalid_transition'],
    args: (request) => ({ ...requestId(request), input: request.body }),
  },
  {
    ...common,
    operationId: 'create_checkout_session',
    method: 'POST',
    path: '/v1/public/site-checks/{request_id}/checkout-session',
    field: 'createCheckoutSession',
    summary: 'Open a checkout session for the chosen offer',
    body: createCheckoutSessionInput,
    refusals: [
      'offer_not_selected',
      'payment_not_required',
      'already_paid',
      'session_closed',
      'invalid_transition',
    ],
    args: (request) => ({ ...requestId(request), input: request.body }),
  },
  {
    ...common,
    operationId: 'start_self_service_capture',
    method: 'POST',
    path: '/v1/public/site-checks/{request_id}/self-service-capture',
    field: 'startSelfServiceCapture',
    summary: 'Get the capture link of a self-service site check',
    body: startSelfServiceCaptureInput,
    refusals: ['invalid_transition'],
    args: (request) => ({ ...requestId(request), ...request.body }),
  },
  {
    ...common,
    operationId: 'submit_site_check_feedback',
    method: 'POST',
    path: '/v1/public/site-checks/{request_id}/requester-feedback',
    field: 'submitSiteCheckFeedback',
    summary: 'Say what you make of the result',
    body: siteCheckFeedbackBody,
    refusals: [
      'report_version_not_found',
      'step_not_found',
      'nonce_conflict',
      'invalid_transition',
      'feedback_limit',
    ],
    args: (request) => {
      const { accessToken, ...input } = request.body;
      return { ...requestId(request), accessToken, input };
    },
  },
  {
    ...common,
    operationId: 'cancel_site_check',
    method: 'POST',
    path: '/v1/public/site-checks/{request_id}/cancel',
    field: 'cancelSiteCheck',
    summary: 'Withdraw a site check; what was paid is paid back',
    body: cancelSiteCheckInput,
    refusals: ['api_key_missing', 'api_key_invalid', 'scope_missing', 'invalid_transition'],
    args: (request) => ({ ...requestId(request), ...request.body }),
  },
];
