import { Change } from '../../aggregate/change.js';
import { day } from '../../lib/units.js';
import type { WebhookEndpoint, WebhookEventType } from './endpoint.js';
/** Time for which a rotated secret signs in addition to the new one. */
export const rotationMilliseconds = day;

/** A change of an endpoint; only its methods change its status. */
export class EndpointChange extends Change<WebhookEndpoint> {
  emitEvent(type: WebhookEventType): this {
    const { _id, status, statusReason } = this.after;
    return this.emit(type, {
      endpoint_id: _id,
      status,
      previous_status: this.before.revision === 0 ? null : this.before.status,
      ...(statusReason && { reason: statusReason }),
    });
  }

  update(fields: Partial<Pick<WebhookEndpoint, 'url' | 'description' | 'eventTypes'>>): this {
    // Failures at the old URL do not count for the new one.
    if (fields.url !== undefined) this.set({ failingSince: null });
    return this.set(fields).emitEvent('webhook_endpoint.updated');
  }

  /** @param lastSeq the sequence number after which a disabled endpoint continues: it gets no earlier events */
  moveTo(status: 'enabled' | 'paused', lastSeq: number): this {
    const wasDisabled = this.after.status === 'disabled';
    this.set({ status, statusReason: null, failingSince: null });
    if (wasDisabled) this.set({ fromSeq: lastSeq });
    return this.emitEvent(`webhook_endpoint.${status}`);
  }

  disable(statusReason: 'failing' | 'gone'): this {
    return this.set({ status: 'disabled', statusReason }).emitEvent('webhook_endpoint.disabled');
  }

  delete(): this {
    const gone = { slot: undefined, secret: undefined, oldSecret: undefined } as never;
    return this.set(gone).set({ status: 'deleted' }).emitEvent('webhook_endpoint.deleted');
  }

  rotate(secret: string, secretHint: string): this {
    const { secret: oldSecret } = this.after;
    const oldSecretUntil = new Date(this.now.getTime() + rotationMilliseconds);
    return this.set({
      secret,
      secretHint,
      oldSecretUntil,
      ...(oldSecret && { oldSecret }),
    }).emitEvent('webhook_endpoint.updated');
  }
}
