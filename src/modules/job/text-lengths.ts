import { text } from '../../lib/schema.js';
import { objectiveLength } from '../../limits.js';
import { serviceKeyLength } from '../catalogue/catalogue-schema.js';

/** Texts shared by several operations, with their lengths; each operation has its own description. */
export const nonceText = () => text(8, 128);
export const stepNameText = () => text(1, 120);
export const serviceKeyText = () => text(serviceKeyLength.min, serviceKeyLength.max);
export const objectiveText = () => text(objectiveLength.min, objectiveLength.max);
export const addressText = () => text(3, 500);
export const notesText = () => text(1, 1000);
export const reasonText = () => text(1, 1000);
export const commentText = () => text(1, 2000);
/** Name of a person. */
export const nameText = () => text(2, 200);
/** Maximum number of steps in one request. */
export const stepNamesMax = 20;
/** Maximum number of reference photo URLs of one job. */
export const referencePhotosMax = 2;
export const referencePhotoText = () => text(0, 2_000);
/** Bounds of a requester's rating. */
export const ratingRange = { poor: 1, excellent: 5 };
/** Scale of a rating, for descriptions. */
export const ratingScale = `${ratingRange.poor} (poor) to ${ratingRange.excellent} (excellent)`;
