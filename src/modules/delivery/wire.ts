import type { Wired } from '../../wiring.js';
import { followDeliveries } from './follow-deliveries.js';

export const wireDelivery = (): Wired => ({ services: {}, connect: followDeliveries });
