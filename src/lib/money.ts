/**
 * Money is an integer count of minor units plus an ISO 4217 currency code; never a fraction.
 *
 * The table is ISO 4217 list one (active codes of money in circulation) by the number of decimal digits of the minor
 * unit. Intl is not used: its data follow common usage rather than the standard (CLDR has 0 digits for IQD, the
 * standard 3).
 */
const codesByExponent: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD
    HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK
    MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
    RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS
    UAH USD UYU UZS VES WST XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const exponents = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/** Returns true for an ISO 4217 code of money in circulation, in upper case. */
export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/**
 * Returns the number of decimal digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD.
 *
 * @throws RangeError for an invalid code
 */
export function currencyExponent(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`no ISO 4217 currency: ${currency}`);
  return exponent;
}

/**
 * Formats an amount with the currency code, because several currencies share a symbol: `EUR 1,234.50`, `JPY 4,800`,
 * `KWD 12.500`, `USD -39.00`.
 *
 * @param amountMinor whole minor units
 * @throws RangeError for a fraction, an unsafe integer or an invalid code
 */
export function formatMoney(amountMinor: number, currency: string): string {
  if (!Number.isSafeInteger(amountMinor)) {
    throw new RangeError(`no whole number of minor units: ${amountMinor}`);
  }
  const exponent = currencyExponent(currency);
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${currency} ${amountMinor < 0 ? '-' : ''}${whole}${fraction}`;
}
