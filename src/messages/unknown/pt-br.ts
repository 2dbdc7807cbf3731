import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the pages for unknown URLs, and for requests that failed. */
export const ptBR: Translated<UnknownEnglish> = {
  'unknown.heading': 'Não há página aqui',
  'unknown.lead': 'O endereço pode estar incompleto, ou a página pode ter mudado.',
  'unknown.rejected': 'Não funcionou',
  'unknown.request': 'Solicitar uma verificação',
};
