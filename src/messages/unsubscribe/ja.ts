import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in Japanese of the page behind the unsubscribe link of optional mails. */
export const ja: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'お知らせメール（任意）',
  'unsubscribe.lead':
    '価格の有効期限のお知らせと、確認担当者や写真に関するメールです。依頼のリンク、お支払いの確認、返金、レポートのメールは必ずお送りします。',
  'unsubscribe.unsubscribe': '配信を停止する',
  'unsubscribe.unsubscribed': 'お知らせメール（任意）の配信を停止しました。',
  'unsubscribe.subscribe': '配信を再開する',
  'unsubscribe.subscribed': 'お知らせメール（任意）の配信を再開しました。',
  'unsubscribe.invalid': 'このリンクは無効です。メールのリンクをもう一度開いてください。',
};
