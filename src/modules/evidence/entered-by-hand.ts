/** By it the capture page ends the note of what it sends with a position that somebody typed, because the phone gave none. */
const enteredByHand = 'Position entered by hand.';

export const isEnteredByHand = ({ notes }: { notes: string | null }): boolean =>
  notes?.endsWith(enteredByHand) ?? false;
