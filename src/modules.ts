import { wireAgent } from './modules/agent/wire.js';
import { wireBelief } from './modules/belief/wire.js';
import { wireCadence } from './modules/cadence/wire.js';
import { wireCustomer } from './modules/customer/wire.js';
import { wireDecision } from './modules/decision/wire.js';
import { wireDelivery } from './modules/delivery/wire.js';
import { wireDispatch } from './modules/dispatch/wire.js';
import { wireErasure } from './modules/erasure/wire.js';
import { wireExperiment } from './modules/experiment/wire.js';
import { wireIdempotency } from './modules/idempotency/wire.js';
import { wireInbox } from './modules/inbox/wire.js';
import { wireKpi } from './modules/kpi/wire.js';
import { wireMail } from './modules/mail/wire.js';
import { wireNotice } from './modules/notice/wire.js';
import { wirePayment } from './modules/payment/wire.js';
import { wirePlace } from './modules/place/wire.js';
import { wireProvider } from './modules/provider/wire.js';
import { wirePush } from './modules/push/wire.js';
import { wireRateLimit } from './modules/rate-limit/wire.js';
import { wireShareLink } from './modules/share-link/wire.js';
import { wireSiteCheck } from './modules/site-check/wire.js';
import { wireTicket } from './modules/ticket/wire.js';
import type { ModeServices, Services } from './services.js';
import { Opening } from './wiring.js';

/** Services that the process opens before its modules. */
type Base = ModeServices &
  Pick<
    Services,
    | 'config'
    | 'log'
    | 'client'
    | 'storeSilentMs'
    | 'baseUrl'
    | 'schedules'
    | 'openStreams'
    | 'metrics'
    | 'tracing'
    | 'stopping'
    | 'catalogue'
    | 'emailPolicy'
    | 'integrators'
    | 'publicIntegratorId'
    | 'uploads'
  >;

/** The modules that the process has once, in the order in which they start. A new module adds a line. */
export const openModules = (base: Base) =>
  new Opening(base)
    .with(wirePayment)
    .with(wireIdempotency)
    .with(wireRateLimit)
    .with(wireMail)
    .with(wireSiteCheck)
    .with(wireShareLink)
    .with(wireCustomer)
    .with(wireDelivery)
    .with(wireInbox)
    .with(wirePlace)
    .with(wireProvider)
    .with(wireDispatch)
    .with(wireAgent)
    .with(wireBelief)
    .with(wireDecision)
    .with(wireExperiment)
    .with(wireKpi)
    .with(wireTicket)
    .with(wirePush)
    .with(wireCadence)
    .with(wireNotice)
    .with(wireErasure);
