import { text } from './schema.js';

/** An id as a filter or an argument. The service's own ids have 36 characters. */
export const idText = () => text(0, 64);

/** A cursor, opaque to clients. */
export const cursorText = () => text(0, 1_000);

/** A name to filter by, such as a status. An unknown name matches nothing. */
export const filterText = () => text(0, 200);

/** Any value that fits in a URL: the OpenAPI document states no bound. */
export const queryText = () => text(0, 8_192);
