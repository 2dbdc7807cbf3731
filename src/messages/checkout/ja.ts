import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in Japanese of the sandbox checkout, and of the page for a session paid at another provider. */
export const ja: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'これはテスト環境です。実際のお支払いは発生しません。',
  'checkout.offer': 'プラン',
  'checkout.address': '住所',
  'checkout.pay_until': 'お支払い期限',
  'checkout.opened': 'お手続き開始',
  'checkout.pay': '{amount}を支払う',
  'checkout.decline': 'カードの拒否を再現する',
  'checkout.cancel': 'キャンセル',

  'checkout.outcome.paid': 'お支払いが完了し、現地確認が確定しました。',
  'checkout.outcome.failed': 'お支払いが承認されませんでした。料金は引き落とされていません。',
  'checkout.outcome.cancelled':
    'お支払い手続きをキャンセルしました。料金は引き落とされていません。',
  'checkout.outcome.expired': 'お支払い手続きの期限が切れました。料金は引き落とされていません。',

  'checkout.refunded': 'お支払い済みの金額は返金されました。',
  'checkout.back': '依頼に戻る',
  'checkout.not_paid': 'まだお支払いが確認できていません。反映まで少し時間がかかることがあります。',
  'checkout.to_checkout': 'お支払いへ進む',
  'checkout.unknown': 'このリンクは無効です',
  'checkout.check_link': 'アドレスが途中で切れていないか確認してください。',
  'checkout.ended': 'お支払い手続きは終了しました',
  'checkout.ended_hint': '依頼に戻ると、現在の状況を確認できます。',
};
