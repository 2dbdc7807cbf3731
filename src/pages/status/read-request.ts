import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import type { Language } from '../../messages/language.js';
import type { Offer } from '../../modules/catalogue/quote.js';
import { labelsIn, offerIn, offerLabel, textsOf } from '../../modules/catalogue/service-texts.js';
import { getCustomerRequest } from '../../modules/customer-request/get-customer-request.js';
import { requesterAddress } from '../../modules/delivery/requester-address.js';
import { listSelfServiceInvites } from '../../modules/invite/list-self-service-invites.js';
import { captureLink } from '../../modules/job/capture-link.js';
import { inviteDelivery } from '../../modules/job/invite-delivery.js';
import type { InviteView } from '../../modules/job/invite-state.js';
import type { Job } from '../../modules/job/job.js';
import { openObjection } from '../../modules/job/objection.js';
import { photoCodeUrl } from '../../modules/job/photo-code.js';
import { reportState } from '../../modules/job/report-state.js';
import { currentVersion } from '../../modules/job/report-version.js';
import { mailErrorReason } from '../../modules/mail/mail-error.js';
import { readVersion } from '../../modules/report/get-report.js';
import {
  listCustomerShareLinks,
  listShareLinks,
} from '../../modules/share-link/list-share-links.js';
import { isOpen, type ShareLink, shareUrl } from '../../modules/share-link/share-link.js';
import { getSiteCheck } from '../../modules/site-check/get-site-check.js';
import { returnedMail } from '../../modules/site-check/returned-mail.js';
import { selfServiceInvite } from '../../modules/site-check/self-service-invite.js';
import { type SiteCheckView, shownSession } from '../../modules/site-check/site-check.js';
import type { Services } from '../../services.js';
import { pageLanguage } from '../frame/language.js';
import type { PlacedPhoto } from '../frame/place-map.js';
import { type PageAnswer, type PageError, runOperation } from '../frame/run-operation.js';
import { carriesSession } from '../frame/session.js';
import { labelsOf } from '../report/answer.js';

/** The requester's own photo link. */
export interface PhotoLink {
  url: string;
  /** Short URL for a QR code. */
  scanUrl: string;
  expiresAt: Date;
}

/** Returns the requester's own photo link; null unless it works. */
async function photoLink(invite: InviteView | null, services: Services): Promise<PhotoLink | null> {
  if (invite?.status !== 'active' || !invite.invite.own) return null;
  const { job, captureSessionId: tokenId, expiresAt } = invite;
  const url = await captureLink(services, job, invite.invite);
  return { url, scanUrl: photoCodeUrl(services, job._id, tokenId), expiresAt };
}

/**
 * Returns where the photos in the current report were taken. Before there is a report, and after its withdrawal, the
 * requester reads no position of a photo.
 */
async function placedPhotos(
  job: Job,
  services: Services,
  language: Language,
): Promise<PlacedPhoto[]> {
  const header = job.erasedAt ? null : currentVersion(job.reports);
  if (!header) return [];
  const { content } = await readVersion(services, job, header);
  const service = textsOf(services.catalogue, content.service_key);
  const labels = labelsOf(content, labelsIn(service, language));
  return content.evidence_items.map((item, index) => ({
    latitude: item.latitude,
    longitude: item.longitude,
    mark: `E${index + 1}`,
    label: labels[index] ?? '',
    distance: item.distance_m,
    passed: item.validation_passed,
  }));
}

/** The address that mail about a request is sent to, and what became of the last mail. */
async function contactOf({ request }: SiteCheckView, services: Services) {
  const email = await requesterAddress(services, request);
  const returned = email === null ? null : await returnedMail(services, request._id, email);
  return { email, returned: returned && { reason: mailErrorReason(returned.lastError) } };
}

/** Returns the parts of a request that the page shows, with the labels of offers in its language. */
async function shownRequest(view: SiteCheckView, services: Services, language: Language) {
  const { request, job } = view;
  const { baseUrl, catalogue, clock } = services;
  const { quote, selectedOffer } = request;
  const checkout = shownSession(request);
  const selfService = selfServiceInvite(job, clock.now());
  return {
    ...request,
    quote: quote && {
      ...quote,
      offers: quote.offers.map((stored) => ({ ...offerIn(catalogue, stored, language), stored })),
    },
    selectedOffer: selectedOffer && {
      ...selectedOffer,
      label: offerLabel(catalogue, selectedOffer, language),
      stored: selectedOffer,
    },
    requestId: request._id,
    /** Time when the last required photo passed. */
    evidenceCompletedAt: job.submittedAt,
    checkout: checkout && {
      ...checkout,
      checkoutUrl: checkout.state === 'open' ? checkout.url : null,
    },
    report: reportState(job, baseUrl),
    objection: openObjection(job),
    selfService,
    photoLink: await photoLink(selfService, services),
    photos: await placedPhotos(job, services, language),
    contact: await contactOf(view, services),
  };
}

/** An offer in the language of the page, and as it is stored. */
export type ShownOffer = Offer & { stored: Offer };

export type ShownRequest = Awaited<ReturnType<typeof shownRequest>>;

/** Returns the parts of an invite that the page shows. */
async function shownInvite(view: InviteView, services: Services) {
  const { job, invite } = view;
  const [captureUrl, delivery] = await Promise.all([
    captureLink(services, job, invite),
    inviteDelivery(services, invite),
  ]);
  return {
    ...view,
    ...invite,
    status: view.status,
    expiresAt: view.expiresAt,
    captureUrl,
    delivery,
  };
}

export type ShownInvite = Awaited<ReturnType<typeof shownInvite>>;

/** Returns the share links of a request with a report; null without a report. */
async function shownShares(
  services: Services,
  { job }: SiteCheckView,
  read: () => Promise<PageAnswer<ShareLink[]>>,
) {
  if (job.reports.length === 0 || job.erasedAt) return null;
  const answer = await read();
  if (!answer.ok) return null;
  const now = services.clock.now();
  return answer.result.map((link) => ({
    ...link,
    url: shareUrl(services, link),
    isOpen: isOpen(link, now),
  }));
}

export type ShownShares = Awaited<ReturnType<typeof shownShares>>;

/** Reader of a request: the holder of its access token, its customer by session, or both. */
export interface Reader {
  id: string;
  token?: string | undefined;
}

/** Returns the path of the status page, or of the page that edits the request, with the token in its fragment. */
export const statusPath = ({ id, token }: Reader, page?: 'edit'): string =>
  `/site-checks/${encodeURIComponent(id)}${page ? `/${page}` : ''}${token ? `#${token}` : ''}`;

/** A request with the reader's rights and its photo links. */
export interface FoundRequest {
  request: ShownRequest;
  /** True if it belongs to the account of the reader's session. */
  own: boolean;
  /** Its photo links, newest first; only for its customer. */
  invites: ShownInvite[];
  /** Its share links, newest first; null without a report. */
  shares: ShownShares;
}

/**
 * Reads a request by session, else by token.
 * @returns null where the reader has neither
 */
export async function readRequest(
  c: Context<Env>,
  { id, token }: Reader,
): Promise<FoundRequest | PageError | null> {
  const services = c.get('services');
  if (carriesSession(c)) {
    const found = await runOperation(c, getCustomerRequest, { target: id });
    if (found.ok) {
      const invites = await runOperation(c, listSelfServiceInvites, { target: id });
      return {
        request: await shownRequest(found.result, services, pageLanguage(c)),
        own: true,
        invites: invites.ok
          ? await Promise.all(invites.result.map((view) => shownInvite(view, services)))
          : [],
        shares: await shownShares(services, found.result, () =>
          runOperation(c, listCustomerShareLinks, { target: id }),
        ),
      };
    }
  }
  if (!token) return null;
  const found = await runOperation(c, getSiteCheck, { target: id, token });
  if (!found.ok) return found;
  return {
    request: await shownRequest(found.result, services, pageLanguage(c)),
    own: false,
    invites: [],
    shares: await shownShares(services, found.result, () =>
      runOperation(c, listShareLinks, { target: id, token }),
    ),
  };
}
