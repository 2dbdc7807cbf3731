/** Returns a text of the client in quotes for a message, shortened and with control characters escaped. */
export const quoted = (text: string, max = 64): string => JSON.stringify(text.slice(0, max));
