import { emailText } from '../../lib/email-text.js';
import { text } from '../../lib/schema.js';

/** Text fields of an account with their lengths. */
export const accountEmail = () => emailText().describe('Email address of the account.');
/** Accepts any text: earlier versions accepted accounts without a valid address, whose customers can still sign in. */
export const loginEmail = () => text(5, 320).describe('Email address of the account.');
export const phoneText = () => text(7, 40);
export const passwordText = () => text(8, 200).meta({ secret: true });
export const mailTokenText = () =>
  text(20, 4000).meta({ secret: true }).describe('Token from the link in the mail.');
