/** Placeholder for the notes of a request without notes, because the API requires them. */
export const noNotes = 'None.';
