const addressMax = 254;
const plainAddress = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,63}$/i;

/**
 * The address as a provider surely takes it. A requester may give anything of 5 to 320 characters;
 * what is no plain `local@host.tld` would make the provider refuse the whole session.
 *
 * @returns null when it is not plain
 */
export const payerEmail = (given: string | null): string | null =>
  given !== null && given.length <= addressMax && plainAddress.test(given) ? given : null;
