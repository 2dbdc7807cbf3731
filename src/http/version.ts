/** Version of the documented interface. */
export const interfaceVersion = '0.1.0';
