/** Ends the note of what the capture page sends with a position that was typed, as the phone gave none. */
const enteredByHand = 'Position entered by hand.';

export const isEnteredByHand = ({ notes }: { notes: string | null }): boolean =>
  notes?.endsWith(enteredByHand) ?? false;
