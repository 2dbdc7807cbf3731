import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in Japanese of the page behind the unsubscribe link of optional mails. */
export const ja: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': '任意のお知らせメール',
  'unsubscribe.lead':
    '価格の期限、確認担当者や写真についてのお知らせです。依頼のリンク、領収、返金、レポートのメールは必ずお送りします。',
  'unsubscribe.unsubscribe': '配信を停止する',
  'unsubscribe.unsubscribed': '任意のお知らせメールの配信を停止しました。',
  'unsubscribe.subscribe': '配信を再開する',
  'unsubscribe.subscribed': '任意のお知らせメールの配信を再開しました。',
  'unsubscribe.invalid': 'このリンクは無効です。メールのリンクをもう一度開いてください。',
};
