import type { Wired } from '../../wiring.js';
import { followNotices } from './follow-events.js';

export const wireNotice = (): Wired => ({ services: {}, connect: followNotices });
