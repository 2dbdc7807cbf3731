const addressMax = 254;
const plainAddress = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,63}$/i;

/**
 * The address as every mail server and provider takes it. People may give anything of 5 to 320
 * characters; what is no plain `local@host.tld` of at most 254 would be refused, or worse, reach a
 * header.
 *
 * @returns null when it is not plain
 */
export const plainEmail = (given: string | null): string | null =>
  given !== null && given.length <= addressMax && plainAddress.test(given) ? given : null;
