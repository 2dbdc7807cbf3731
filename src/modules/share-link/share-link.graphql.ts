import { builder } from '../../graphql/builder.js';
import { mutation, query } from '../../graphql/operations.js';
import { createCustomerShareLink, createShareLink } from './create-share-link.js';
import { listCustomerShareLinks, listShareLinks } from './list-share-links.js';
import { revokeCustomerShareLink, revokeShareLink } from './revoke-share-link.js';
import { type ShareLink, shareUrl } from './share-link.js';

const ShareLinkRef = builder.objectRef<ShareLink>('ShareLink').implement({
  extensions: { document: 'ShareLinkOut' },
  description: 'A link that shows the report of a site check to anyone who has it.',
  fields: (t) => ({
    shareId: t.expose('_id', { type: 'UUID', description: 'Id of the link, a UUIDv7.' }),
    url: t.string({
      description: 'URL of the page that shows the report. Its path contains a secret.',
      resolve: (link, _args, { services }) => shareUrl(services, link),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time when the link stops working.',
    }),
    views: t.exposeInt('views', {
      description:
        'Number of times that the page was opened; previews by the owner and by messengers do not count.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the link was revoked; null unless it was.',
    }),
  }),
});

mutation(createShareLink, ShareLinkRef);
query(listShareLinks, [ShareLinkRef]);
mutation(revokeShareLink, ShareLinkRef);
mutation(createCustomerShareLink, ShareLinkRef);
query(listCustomerShareLinks, [ShareLinkRef]);
mutation(revokeCustomerShareLink, ShareLinkRef);
