/** Notes of a request for which none were typed: the interface asks for some. */
export const noNotes = 'None.';
