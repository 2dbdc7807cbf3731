import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in Japanese that every page can show. */
export const ja: Translated<FrameEnglish> = {
  'frame.service': '現地確認サービス',
  'frame.description':
    '担当者が現地へ行き、スマートフォンで撮影します。写真・位置・時刻を収めた電子署名付きレポートをお届けします。',
  'frame.title': '{heading} – 現地確認サービス',
  'frame.title_with_error': 'エラー：{heading} – 現地確認サービス',
  'frame.skip': '本文へ移動',
  'frame.navigation': 'メインメニュー',
  'frame.your_requests': 'ご依頼一覧',
  'frame.signed_in_as': 'ログイン中：',
  'frame.sign_out': 'ログアウト',
  'frame.sign_in': 'ログイン',
  'frame.interface': 'API',
  'frame.about': 'サービスについて',
  'frame.help': 'ヘルプ',
  'frame.privacy': 'プライバシー',
  'frame.imprint': '運営者情報',
  'frame.run_by': '運営：{name}',
  'frame.language': '言語',
  'frame.change_language': '変更',

  'frame.zones.utc': '時刻はUTCです。',
  'frame.zones.place': '時刻は現地時間（{zone}）です。',
  'frame.zones.apart':
    '現地での時刻は現地時間（{zone}）、その他の時刻はお使いの地域の時間で表示しています。',

  'frame.did_you_mean': '{email}ではありませんか？',

  'frame.name_hint':
    '2文字以上で入力してください。「林」のように姓が1文字の場合は、名も入力してください。',
  'frame.problem': '入力内容を確認してください',
  'frame.field_problem': '{label}：{message}',
  'frame.fill_in': 'この項目は必須です。',
  'frame.too_short': '{least}文字以上で入力してください。',
  'frame.too_long': '{most}文字以内で入力してください（現在{have}文字）。',
  'frame.number': '52.5219のような数値を入力してください。',
  'frame.range': '{least}から{most}までの数値を入力してください。',
  'frame.email': 'name@example.comのような形式で入力してください。',
  'frame.invalid': '入力内容が正しくありません。',

  'frame.no_connection': '接続できません。入力内容は保持されています。',
  'frame.try_again': 'もう一度試す',
  'frame.too_many': '操作の回数が多すぎます。{time}後にもう一度お試しください。',
  'frame.our_fault':
    'システムで問題が発生しました。お問い合わせの際は、番号{number}をお知らせください。',
  'frame.our_fault_unnumbered': 'システムで問題が発生しました。1分後にもう一度お試しください。',
  'frame.no_pdf': 'PDFを作成中です。1分後にもう一度お試しください。',
  'frame.signed_out': 'ログアウトされました。もう一度ログインしてください。',
  'frame.other_site':
    '別のサイトのページから送信されました。このページを再読み込みして、もう一度お試しください。',
  'frame.not_now': 'この操作はできなくなりました。現在の状態を表示しています。',
  'frame.rejected': '処理できませんでした。ページを再読み込みして、もう一度お試しください。',

  'frame.access_code': 'アクセスコード',
  'frame.open': '開く',
  'frame.enter_code': 'アクセスコードを入力してください',
  'frame.code_hint': 'コードは、専用リンクの「#」より後の部分です。',
  'frame.sign_in_instead': 'アカウントで依頼した場合は、ログインしてください。',
  'frame.opens_nothing': 'このリンクは無効です',
  'frame.check_link': 'リンクが途中で切れていないか確認するか、アクセスコードを入力してください。',

  'frame.show_password': '表示',
  'frame.copied': 'コピーしました。',
  'frame.not_copied': 'コピーできませんでした。テキストを選択してコピーしてください。',
  'frame.free': '無料',
};
