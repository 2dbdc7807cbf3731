/** Version of the documented API. */
export const interfaceVersion = '0.1.0';
