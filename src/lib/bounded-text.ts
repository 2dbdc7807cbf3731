import { text } from './schema.js';

/** An id given as a filter or an argument; ids of ours have 36 characters. */
export const idText = () => text(0, 64);

/** A cursor, opaque to clients. */
export const cursorText = () => text(0, 1_000);

/** A name to filter by, such as a status; a name that nothing has finds nothing. */
export const filterText = () => text(0, 200);

/** Any value that fits into an address: the interface document states no bound. */
export const queryText = () => text(0, 8_192);
