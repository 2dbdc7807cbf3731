import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in Japanese of the page behind the link of an offer. */
export const ja: Translated<OfferEnglish> = {
  'offer.heading': '案件のご案内',
  'offer.lead': '現地へ行き、スマートフォンで撮影してください。',
  'offer.service': 'サービス',
  'offer.questions': '現地で答えるその他の質問',
  'offer.others':
    '最初に引き受けた方が担当となります。引き受けると住所が表示されます。引き受けてから{hours, plural, other {#時間}}以内に完了してください。',
  'offer.accept': '案件を引き受ける',
  'offer.decline': '辞退する',
  'offer.decline_now': '案件を辞退する',
  'offer.reason': '理由（任意）',
  'offer.yours': 'この案件の担当に決まりました',
  'offer.address_follows': '住所と撮影する写真は、次のページに表示されます。',
  'offer.work_until': 'このリンクはご本人専用です。有効期限：{time}',
  'offer.go_on': '案件へ進む',
  'offer.yours_already': 'この案件はすでに引き受けています。',
  'offer.again': '案件へのリンクを表示',
  'offer.released': 'この案件の担当を取りやめました。',
  'offer.declined': 'この案件を辞退しました。',
  'offer.gone': 'この案件は受付を終了しました。',
  'offer.expired': 'この案件の受付期限が過ぎました。',
};
