import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in Japanese of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const ja: Translated<AccountEnglish> = {
  'account.full_name': 'お名前（フルネーム）',
  'account.email': 'メールアドレス',
  'account.phone': '電話番号',
  'account.phone_hint':
    '門が閉まっている場合など、担当者が現地からご連絡するために使います。広告には使用しません。',
  'account.language': 'メールの言語',
  'account.language_hint': 'ページの言語は、各ページの最後で変更できます。',
  'account.language_of_request': 'ご依頼ごとに選択した言語',
  'account.password': 'パスワード',
  'account.current_password': '現在のパスワード',
  'account.new_password': '新しいパスワード',
  'account.password_hint': '無作為に選んだ単語をいくつか並べるのがおすすめです。',
  'account.password_is_email': 'メールアドレスはパスワードに使用できません。',

  'account.sign_in.lead': 'ご依頼とレポートをまとめてご覧いただけます。',
  'account.sign_in.forgotten': 'パスワードをお忘れですか？',
  'account.sign_in.wrong': 'メールアドレスまたはパスワードが正しくありません。',

  'account.register.heading': 'アカウントの作成',
  'account.register.lead':
    'ご依頼とレポートを一か所で管理でき、撮影リンクをほかの方に送ることもできます。',
  'account.register.button': 'アカウントを作成',
  'account.register.taken': 'このメールアドレスはすでに登録されています。ログインしてください。',
  'account.register.already': 'アカウントをお持ちの方はログイン',

  'account.request': '現地確認を依頼する',
  'account.none': 'まだご依頼はありません。現地確認を依頼すると、ここに表示されます。',
  'account.older': '以前のご依頼',
  'account.search': 'ご依頼を検索',
  'account.find': '検索',
  'account.all_states': 'すべて',
  'account.show_all': 'すべて表示',
  'account.found': '{found, plural, other {#件見つかりました。}}',
  'account.found_none': '該当するご依頼はありません。',
  'account.found_first':
    '最初の{shown, number}件を表示しています。CSVにはすべての結果が含まれます。',
  'account.file': 'CSVをダウンロード',
  'account.column.question': '質問',
  'account.column.address': '住所',
  'account.column.state': '状況',
  'account.column.requested': '依頼日時',
  'account.column.request_id': '依頼ID',

  'account.state.received': '受付済み',
  'account.state.quoted': 'プラン選択待ち',
  'account.state.unserviceable': '対応不可',
  'account.state.offer_selected': 'お支払い待ち',
  'account.state.awaiting_payment': 'お支払い手続き中',
  'account.state.confirmed': '確定',
  'account.state.in_progress': '写真受信中',
  'account.state.report_ready': 'レポート完成',
  'account.state.completed': '完了',
  'account.state.disputed': '異議申し立て中',
  'account.state.cancelled': 'キャンセル済み',
  'account.state.expired': '期限切れ',

  'account.unconfirmed':
    'メールアドレスを確認してください。{email}にリンクをお送りしました。確認が済むまで、お客様に代わって撮影リンクを送信することはできません。',
  'account.unconfirmable':
    'このサービスではメールを送信していないため、メールアドレスを確認できません。撮影リンクはコピーしてお伝えください。',
  'account.send_new': '新しいリンクを送信',
  'account.sent': '新しいリンクをお送りしました。',

  'account.your_account': 'アカウント',
  'account.details': 'お客様情報',
  'account.save': '情報を保存',
  'account.saved': '情報を保存しました。',
  'account.change_password': 'パスワードを変更',
  'account.password_changed': 'パスワードを変更しました。ほかの端末からはログアウトされています。',
  'account.wrong_password': 'パスワードが正しくありません。',
  'account.data': 'お客様のデータ',
  'account.data_lead':
    'お客様とご依頼について保存されているすべてのデータを、1つのファイルで取得できます。',
  'account.download': 'データをダウンロード',
  'account.delete': 'アカウントを削除',
  'account.delete_lead':
    'アカウント、ご依頼、レポートがすべて削除されます。この操作は取り消せません。',
  'account.delete_now': '完全に削除',
  'account.busy':
    '次のご依頼が進行中です。レポートの完成または返金が済んでから、アカウントを削除してください。',
  'account.deleted': 'アカウントを削除しました',
  'account.deleted_lead': '残りのデータは1時間以内に削除されます。ログアウトしました。',

  'account.confirm.heading': 'メールアドレスの確認',
  'account.confirm.lead':
    'ボタンを押して、ご本人のメールアドレスであることを確認してください。このブラウザでアカウントにログインしていない場合は、続けて新しいパスワードを設定していただきます。',
  'account.confirm.button': '確認する',
  'account.confirm.done': 'メールアドレスを確認しました。',
  'account.confirm.choose_password':
    'メールアドレスを確認しました。このブラウザではアカウントにログインしていなかったため、登録時のパスワードは無効になり、すべての端末からログアウトされました。新しいパスワードを設定してください。',
  'account.confirm.sign_in': '新しいリンクを受け取るには、ログインしてください。',

  'account.reset.heading': 'パスワードの再設定',
  'account.reset.lead': '新しいパスワードを設定するためのリンクをお送りします。',
  'account.reset.no_mail':
    'このサービスではメールを送信していないため、リンクをお送りできません。運営者にお問い合わせください。',
  'account.reset.button': 'リンクを送信',
  'account.reset.sent': 'このメールアドレスが登録されている場合は、リンクをお送りしました。',
  'account.reset.sent_again':
    'このメールアドレスが登録されている場合は、リンクをもう一度お送りしました。',
  'account.reset.wait':
    '通常は1分以内に届きます。リンクは{hours, plural, other {#時間}}有効です。届かない場合は、迷惑メールフォルダーをご覧になり、メールアドレスに誤りがないかご確認ください：{email}',
  'account.reset.again': '再送信',
  'account.reset.other_email': '別のメールアドレスを使う',
  'account.reset.have_link': 'リンクをお持ちですか？',
  'account.reset.set': 'パスワードを設定',
  'account.reset.done': 'パスワードを設定し、ログインしました。',

  'account.link.expired': 'このリンクは有効期限が切れています。',
  'account.link.invalid': 'このリンクは使用できなくなりました。',
};
