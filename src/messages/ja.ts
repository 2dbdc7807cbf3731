import type { Messages } from './en.js';

/** The messages in Japanese. */
export const ja: Messages = {
  'mail.service_name': '現地確認サービス',
  'mail.fact': '{label}：{value}',
  'mail.action': '{label}：\n{url}',
  'mail.link_removed': '［リンクを削除しました］',
  'mail.utc': '{time}（UTC）',
  'mail.local_time': '{local}（現地時間、UTCでは{utc}）',
  'mail.ask': '問い合わせる',
  'mail.unsubscribe': 'お知らせメール（任意）の配信を停止する',
  'mail.open_request': '依頼を開く',
  'mail.set_password': '新しいパスワードを設定する',
  'mail.reason_given': '理由：{reason}',
  'mail.link_until': 'リンクの有効期限は{time}です。',
  'mail.report_due': 'レポートは{time}までにお届けします。',
  'mail.get_photo_link': '次に、撮影リンクを取得し、現地で開いてください。',
  'mail.simulated': 'このお支払いはテストです。実際の請求は発生していません。',
  'mail.to_requester':
    'このメールは、お客様のメールアドレスで{operator}に現地確認のご依頼があったため、お送りしています。',
  'mail.to_account': 'このメールは、{operator}のアカウントをお持ちの方にお送りしています。',

  'mail.fact.what': '確認内容',
  'mail.fact.where': '場所',
  'mail.fact.offer': 'プラン',
  'mail.fact.amount': '金額',
  'mail.fact.paid': 'お支払い日時',
  'mail.fact.refunded': '返金日時',
  'mail.fact.version': 'バージョン',
  'mail.fact.photos': '写真の枚数',
  'mail.fact.question': '質問',
  'mail.fact.more_questions': 'その他の質問',
  'mail.fact.work': '作業内容',
  'mail.fact.pay': '報酬',
  'mail.fact.city': '都市',
  'mail.fact.distance': '距離',
  'mail.fact.accept_by': '受付期限',

  'mail.confirm_email.title': 'メールアドレスを確認してください',
  'mail.confirm_email.body':
    'このメールアドレスで{operator}のアカウントが作成されました。ご本人のアドレスであることを確認してください。',
  'mail.confirm_email.action': 'メールアドレスを確認する',
  'mail.confirm_email.browser':
    'リンクは、アカウントを作成したブラウザで開いてください。別のブラウザで開くと、新しいパスワードの設定が必要になり、ほかの端末やブラウザからはログアウトされます。',
  'mail.confirm_email.why':
    'このメールは、このアドレスでアカウントが作成されたため、お送りしています。お心当たりがない場合は、このメールを無視してください。アドレスは未確認のままになります。',

  'mail.password_reset.body':
    '{operator}のアカウントについて、パスワードの再設定が申請されました。',
  'mail.password_reset.once': 'リンクは{time}まで、一度だけ使用できます。',
  'mail.password_reset.why':
    'このメールは、パスワードの再設定画面でお客様のアドレスが入力されたため、お送りしています。お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',

  'mail.password_changed.title': 'パスワードが変更されました',
  'mail.password_changed.body':
    '{operator}のアカウントのパスワードが{time}に変更されました。ほかの端末やブラウザからはログアウトされています。',
  'mail.password_changed.next':
    'ご本人による変更であれば、何もする必要はありません。お心当たりがない場合は、すぐに新しいパスワードを設定してください。',

  'mail.request_received.subject': 'ご依頼：{objective}',
  'mail.request_received.heading': 'ご依頼を受け付けました',
  'mail.request_received.quoted':
    'プランをお選びいただくと、現地確認を開始できます。表示価格の有効期限は{time}です。',
  'mail.request_received.choose': 'プランをお選びいただくと、現地確認を開始できます。',
  'mail.request_received.unserviceable': '現在、この場所の確認は承れません。料金は発生しません。',
  'mail.request_received.pay': 'お支払いが完了すると、現地確認を開始します。',
  'mail.request_received.sending': '確認担当者が現地へ向かいます。',
  'mail.request_received.other': '依頼を開くと、進み具合を確認できます。',
  'mail.request_received.keep':
    'このメールは保存しておいてください。リンクを使うと、どの端末からでも依頼を開けます。リンクを知っている方は誰でも、この依頼の閲覧とお支払いができます。',
  'mail.request_received.sign_in': 'ログインすると、リンクから依頼を開けます。',
  'mail.request_received.why':
    'このメールは、お客様のメールアドレスで{operator}に現地確認のご依頼があったため、お送りしています。お心当たりがない場合は、このメールを無視してください。',

  'mail.quote_expiring.subject': '価格の有効期限が近づいています：{objective}',
  'mail.quote_expiring.heading': '価格の有効期限が近づいています',
  'mail.quote_expiring.body':
    '表示価格の有効期限は{time}です。それまでにプランを選ぶと、この価格が適用されます。期限後は新しい価格になります。',

  'mail.payment_received.subject': 'お支払いを確認しました：{objective}',
  'mail.payment_received.heading': 'お支払いを確認しました',
  'mail.payment_received.closed':
    'お支払いの前に現地確認が終了していたため、返金の手続きをしています。',
  'mail.payment_received.sending': '確認担当者が現地へ向かいます。レポートはメールでお送りします。',
  'mail.payment_received.sending_due':
    '確認担当者が現地へ向かいます。レポートは{time}までにメールでお送りします。',

  'mail.payment_refunded.subject': '返金のお知らせ：{objective}',
  'mail.payment_refunded.heading': '返金が完了しました',
  'mail.payment_refunded.body':
    '{amount}を、お支払い時と同じ方法で返金しました。明細に反映されるまで数日かかることがあります。',

  'mail.verifier_on_way.subject': '確認担当者が現地へ向かっています：{objective}',
  'mail.verifier_on_way.heading': '確認担当者が現地へ向かっています',
  'mail.verifier_on_way.body': '確認担当者が決まりました。現地で写真を撮影します。',

  'mail.photos_received.subject': '写真がそろいました：{objective}',
  'mail.photos_received.heading': '写真がそろいました',
  'mail.photos_received.body': '写真を確認しています。レポートはメールでお送りします。',

  'mail.report_delivered.subject': 'レポート：{objective}',
  'mail.report_delivered.subject_answer': '{answer}：{question}',
  'mail.report_delivered.heading': 'レポートができました',
  'mail.report_delivered.heading_new': 'レポートが更新されました',
  'mail.report_delivered.ready': 'レポートができました。',
  'mail.report_delivered.ready_new': 'レポートが更新されました。',
  'mail.report_delivered.changed': '変更点：{summary}',
  'mail.report_delivered.version': '{version}（作成日時：{time}）',
  'mail.report_delivered.action': 'レポートを読む',
  'mail.report_delivered.link':
    'リンクを知っている方は誰でも、{time}までレポートを読むことができます。',

  'mail.report_withdrawn.subject': 'レポートの取り下げ：{objective}',
  'mail.report_withdrawn.heading': 'レポートが取り下げられました',
  'mail.report_withdrawn.body':
    'レポートのバージョン{version}は{time}に取り下げられました。今後はこの内容を根拠として使わないでください。',
  'mail.report_withdrawn.none': '現在、ほかのバージョンはありません。',
  'mail.report_withdrawn.current': '最新のバージョンは{version}です。',
  'mail.report_withdrawn.see': '取り下げられたバージョンを見る',
  'mail.report_withdrawn.read': 'バージョン{version}を読む',

  'mail.request_closed.subject_cancelled': '現地確認のキャンセル：{objective}',
  'mail.request_closed.subject_expired': '現地確認の期限切れ：{objective}',
  'mail.request_closed.cancelled': '現地確認がキャンセルされました',
  'mail.request_closed.expired': '現地確認の期限が切れました',
  'mail.request_closed.not_charged': '料金は請求されていません。',
  'mail.request_closed.refunded': 'お支払い済みの{amount}は返金されました。',
  'mail.request_closed.refunding':
    'お支払い済みの{amount}の返金手続きをしています。完了しましたらメールでお知らせします。',

  'mail.capture_invite.subject': '{sender}さんから写真撮影のお願い',
  'mail.capture_invite.subject_customer': '{operator}のお客様から写真撮影のお願い',
  'mail.capture_invite.heading': '写真撮影のお願い',
  'mail.capture_invite.body':
    '{sender}さんから、この場所の様子をスマートフォンで撮影してほしいとのお願いです。数分で終わります。',
  'mail.capture_invite.body_customer':
    '{operator}のお客様から、この場所の様子をスマートフォンで撮影してほしいとのお願いです。数分で終わります。',
  'mail.capture_invite.photos': '{photos, number}枚',
  'mail.capture_invite.action': '写真を撮る',
  'mail.capture_invite.position':
    'リンクは、現地に着いてからスマートフォンで開いてください。各写真の撮影場所をレポートに記載するため、位置情報の利用を許可するよう求められます。',
  'mail.capture_invite.link':
    'このリンクは、このメールを受け取ったご本人専用です。有効期限は{time}です。',
  'mail.capture_invite.why':
    'このメールは、{sender}さんが撮影のお願いのために{operator}にこのアドレスを伝えたため、お送りしています。お心当たりがない場合は、このメールを無視してください。',
  'mail.capture_invite.why_customer':
    'このメールは、{operator}のお客様が撮影のお願いのために当サービスへこのアドレスを伝えたため、お送りしています。お心当たりがない場合は、このメールを無視してください。',

  'mail.invite_expired.subject': '撮影リンクの期限切れ：{objective}',
  'mail.invite_expired.heading': '撮影リンクの期限が切れました',
  'mail.invite_expired.own': 'お客様の撮影リンクは、写真が届かないまま{time}に期限が切れました。',
  'mail.invite_expired.sent':
    '{name}さんに送った撮影リンクは、写真が届かないまま{time}に期限が切れました。',
  'mail.invite_expired.next':
    '現地確認はまだ終わっていません。リンクを送り直すか、ほかの人に頼むか、ご自身で撮影してください。',

  'mail.dispatch_offer.title': '新しい案件',
  'mail.dispatch_offer.title_near': '{city}付近の新しい案件',
  'mail.dispatch_offer.body':
    '{operator}からの案件です。現地へ行き、その様子をスマートフォンで撮影してください。',
  'mail.dispatch_offer.work':
    '写真{photos, plural, other {#枚}}、質問{questions, plural, other {#件}}、所要時間は約{minutes, plural, other {#分}}',
  'mail.dispatch_offer.action': '案件を見る',
  'mail.dispatch_offer.first':
    'この案件は複数の確認担当者に届くことがあります。最初に引き受けた方に担当していただき、住所をお知らせします。引き受けてから{hours, plural, other {#時間}}以内に完了してください。',
  'mail.dispatch_offer.why':
    'このメールは、案件の連絡先として{operator}に登録されているアドレスにお送りしています。',

  'sms.capture_invite':
    '{sender}さんから、ある場所の写真撮影のお願いです。\n{url}\n有効期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.capture_invite.customer':
    '{operator}のお客様から、ある場所の写真撮影のお願いです。\n{url}\n有効期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.capture_invite.anonymous':
    '現地確認サービスのお客様から、ある場所の写真撮影のお願いです。\n{url}\n有効期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.dispatch_offer':
    '{operator}から新しい案件です。\n{url}\n受付期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.dispatch_offer.near':
    '{operator}から{city}付近の新しい案件です。\n{url}\n受付期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.dispatch_offer.anonymous':
    '新しい案件です。\n{url}\n受付期限：{time}\n配信を止めるには、STOPと返信してください。',
  'sms.dispatch_offer.anonymous_near':
    '{city}付近の新しい案件です。\n{url}\n受付期限：{time}\n配信を止めるには、STOPと返信してください。',
};
