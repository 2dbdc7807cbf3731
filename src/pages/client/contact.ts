// Runs on the pages of an order and of its status: hints for mistyped emails, and the private link of a guest.
import { watchEmails } from './parts/email-hint.js';
import { watchSaveLink } from './parts/save-link.js';

watchEmails();
watchSaveLink();
