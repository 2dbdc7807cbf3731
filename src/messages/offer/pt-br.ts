import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the page behind the link of an offer. */
export const ptBR: Translated<OfferEnglish> = {
  'offer.heading': 'Um trabalho para você',
  'offer.lead': 'Vá ao local e tire fotos com seu celular.',
  'offer.service': 'Serviço',
  'offer.questions': 'Outras perguntas no local',
  'offer.others':
    'O trabalho fica com quem aceitar primeiro. Ao aceitar, você vê o endereço e tem {hours, plural, one {# hora} many {# de horas} other {# horas}} para concluir.',
  'offer.accept': 'Aceitar o trabalho',
  'offer.decline': 'Recusar',
  'offer.decline_now': 'Recusar o trabalho',
  'offer.reason': 'Motivo (opcional)',
  'offer.yours': 'O trabalho é seu',
  'offer.address_follows': 'Na próxima página estão o endereço e as fotos a tirar.',
  'offer.work_until': 'Este link é só para você e vale até {time}.',
  'offer.go_on': 'Ir para o trabalho',
  'offer.yours_already': 'Você aceitou este trabalho.',
  'offer.again': 'Mostrar o link do trabalho',
  'offer.released': 'Você desistiu deste trabalho.',
  'offer.declined': 'Você recusou este trabalho.',
  'offer.gone': 'Este trabalho não está mais disponível.',
  'offer.expired': 'Esta oferta expirou.',
};
