import type { Language } from '../language.js';
import { reportCatalogue } from './catalogue.js';
import { scriptKeys } from './script-keys.js';

/** Returns the messages that the script of the report's page shows. */
export const reportScriptTexts = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(scriptKeys.map((key) => [key, reportCatalogue[language][key]]));
