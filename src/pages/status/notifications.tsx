import { statusCatalogue } from '../../messages/status/catalogue.js';
import { useText } from '../frame/frame-text.js';
import { Icon } from '../frame/icons.js';

interface NotificationsProps {
  requestId: string;
  /** True if the session opens the request, otherwise the access token. */
  own: boolean;
  /** Public key of the service for notifications. */
  publicKey: string;
}

/** Buttons that turn notifications in this browser on and off; the script shows them where the browser takes them. */
export function Notifications({ requestId, own, publicKey }: NotificationsProps) {
  const base = own ? '/v1/customer/requests' : '/v1/public/site-checks';
  const t = useText(statusCatalogue);
  return (
    <section
      class="tight"
      aria-labelledby="notifications"
      data-push={`${base}/${requestId}/push-subscriptions`}
      data-key={publicKey}
      data-request={requestId}
      data-denied={t('status.push.denied')}
      data-failed={t('status.push.failed')}
      hidden
    >
      <h2 id="notifications" class="h3">
        {t('status.push')}
      </h2>
      <p class="soft small">{t('status.push.lead')}</p>
      <div class="actions">
        <button type="button" class="button">
          <Icon name="good" />
          {t('status.push.on')}
        </button>
        <button type="button" class="button" hidden>
          {t('status.push.off')}
        </button>
        <span role="status" class="small" data-said="" />
      </div>
    </section>
  );
}
