import { Icon } from '../frame/icons.js';
import { messages } from '../messages/status.en.js';

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
  const { push } = messages;
  return (
    <section
      class="tight"
      aria-labelledby="notifications"
      data-push={`${base}/${requestId}/push-subscriptions`}
      data-key={publicKey}
      data-request={requestId}
      data-denied={push.denied}
      data-failed={push.failed}
      hidden
    >
      <h2 id="notifications" class="h3">
        {push.heading}
      </h2>
      <p class="soft small">{push.text}</p>
      <div class="actions">
        <button type="button" class="button">
          <Icon name="good" />
          {push.on}
        </button>
        <button type="button" class="button" hidden>
          {push.off}
        </button>
        <span role="status" class="small" data-said="" />
      </div>
    </section>
  );
}
