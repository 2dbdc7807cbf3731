/** End of the notes that the capture page sends with a position entered by hand, because the phone returned none. */
const enteredByHand = 'Position entered by hand.';

export const isEnteredByHand = ({ notes }: { notes: string | null }): boolean =>
  notes?.endsWith(enteredByHand) ?? false;
