import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in Japanese of the capture page. */
export const ja: Translated<CaptureEnglish> = {
  'capture.title': '写真の撮影',
  'capture.opening': '案件を開いています…',
  'capture.no_script':
    '位置情報を取得し、オフラインでも写真を保存するため、このページにはJavaScriptが必要です。',
  'capture.language_offline': '言語を変更するには、インターネット接続が必要です。',

  'capture.before.photos':
    '写真{photos, plural, other {#枚}}。撮影場所をレポートに記載するため、スマートフォンで位置情報の利用を許可するよう求められます。',
  'capture.before.photos_questions':
    '写真{photos, plural, other {#枚}}と質問{questions, plural, other {#件}}。撮影場所をレポートに記載するため、スマートフォンで位置情報の利用を許可するよう求められます。',
  'capture.before.start': '開始',
  'capture.before.address': '住所',
  'capture.before.notes': '備考',
  'capture.notes': '備考：{notes}',
  'capture.more_requested': '追加の写真が必要です：',

  'capture.steps': 'ステップ',
  'capture.steps.region': 'ステップ{at, number}/{of, number}：{label}',
  'capture.steps.number': 'ステップ{at, number}/{of, number}',
  'capture.steps.skip': 'スキップ',
  'capture.steps.todo': '未完了',
  'capture.steps.done': '完了',
  'capture.steps.again': '撮り直し',
  'capture.steps.skipped': 'スキップ済み',
  'capture.steps.waiting': '送信待ち',
  'capture.steps.sending': '送信中',

  'capture.example': '例',
  'capture.example.place': '場所全体と、その左右にあるもの',
  'capture.example.sign': '看板が画面いっぱいに写り、文字がすべて読める',
  'capture.example.entrance': 'ドアを含む入口全体',
  'capture.example.notice': '掲示物全体が、読める距離で写っている',
  'capture.example.number': '番号が画面いっぱいに写り、数字がすべて読める',
  'capture.example.building': '地面から屋根までの建物全体',
  'capture.example.street': '通りと、その両側にあるもの',
  'capture.example.vehicle': '車両全体',
  'capture.example.close': '対象物が画面の大部分を占めている',
  'capture.example.people': '後ろから見た人々と、正面のステージ',

  'capture.photo.take': '写真を撮る',
  'capture.photo.file': '撮影せずにファイルを送信',
  'capture.photo.camera': 'このページのカメラ',
  'capture.photo.picture': '撮影',
  'capture.photo.close_camera': 'カメラを閉じる',
  'capture.photo.camera_view': 'カメラの映像',
  'capture.photo.camera_waits':
    'カメラを起動しています。起動しない場合は、閉じて「写真を撮る」をお使いください。',
  'capture.photo.camera_denied':
    'カメラを開けませんでした。ブラウザの設定で許可するか、「写真を撮る」をお使いください。',
  'capture.photo.camera_missing':
    'カメラを開けませんでした。カメラがないか、ほかのアプリが使用しています。「写真を撮る」をお使いください。',
  'capture.photo.camera_stopped':
    'カメラが停止しました。もう一度開くか、「写真を撮る」をお使いください。',
  'capture.photo.page_closed':
    'カメラの使用中に、スマートフォンがこのページを閉じました。「このページのカメラ」をお使いください。',
  'capture.photo.preview': '撮影した写真',
  'capture.photo.note': 'メモ（任意）',
  'capture.photo.use': 'この写真を使う',
  'capture.photo.retake': '撮り直す',
  'capture.photo.too_large':
    'ファイルが大きすぎます。上限は{megabytes, number}MBです。より小さいファイルにしてください。',
  'capture.photo.too_large_shrink':
    'ファイルが大きすぎます。上限は{megabytes, number}MBです。縮小したコピーを送信できます。',
  'capture.photo.too_many_pixels':
    'この写真は{width}×{height}ピクセルです。上限は{megapixels, number}メガピクセルです。縮小したコピーを送信できます。',
  'capture.photo.shrink': '縮小したコピーを送信',
  'capture.photo.not_shrunk':
    'このブラウザではこの写真を縮小できません。カメラの画素数を下げて、撮り直してください。',
  'capture.photo.unreadable': 'ファイルを読み込めませんでした。撮り直してください。',
  'capture.photo.not_kept':
    'スマートフォンの空き容量が足りず、この写真を保存できません。送信が終わるまでこのページを開いたままにするか、空き容量を増やしてください。',
  'capture.photo.needs_position':
    'この写真の位置情報を取得できませんでした。「位置情報を更新」を押すか、下に入力してください。写真は保存されています。',
  'capture.photo.needs_entry':
    'この写真の位置情報を取得できませんでした。下に入力してください。写真は保存されています。',

  'capture.question.yes': 'はい',
  'capture.question.no': 'いいえ',
  'capture.question.cannot_tell': '判断できない',
  'capture.question.cannot_tell_because': '判断できない：{reason}',
  'capture.question.reason': '判断できない理由',
  'capture.question.comment': 'コメント（必須）',
  'capture.question.comment_optional': 'コメント（任意）',
  'capture.question.photo': '根拠となる写真（必須）',
  'capture.question.photo_optional': '根拠となる写真（任意）',
  'capture.question.no_photo': 'なし',
  'capture.question.optional': '（任意）',
  'capture.question.next': '次へ',
  'capture.question.back': '戻る',
  'capture.question.skip': 'スキップ',
  'capture.question.rejected': 'この回答は受け付けられませんでした：{why}。修正してください。',
  'capture.problem.choose': '回答を選択してください。',
  'capture.problem.choose_some': '回答を1つ以上選択してください。',
  'capture.problem.number': '数値を入力してください。',
  'capture.problem.whole': '整数を入力してください。',
  'capture.problem.text': '回答を入力してください。',
  'capture.problem.time': '日付と時刻を入力してください。',
  'capture.problem.number_between': '{minimum}から{maximum}までの数値を入力してください。',
  'capture.problem.whole_between': '{minimum}から{maximum}までの整数を入力してください。',
  'capture.problem.number_least': '{minimum}以上の数値を入力してください。',
  'capture.problem.whole_least': '{minimum}以上の整数を入力してください。',
  'capture.problem.number_most': '{maximum}以下の数値を入力してください。',
  'capture.problem.whole_most': '{maximum}以下の整数を入力してください。',
  'capture.problem.decimals': '小数点以下は{decimals, plural, other {#桁}}以内で入力してください。',
  'capture.problem.reason': '判断できない理由を簡単に入力してください。',
  'capture.problem.photo': '根拠となる写真を選択してください。',
  'capture.problem.comment': 'この回答にコメントを追加してください。',

  'capture.review.title': '送信前の確認',
  'capture.review.answers': '回答',
  'capture.review.photos': '写真',
  'capture.review.photo': '{label}：{state}',
  'capture.review.unanswered': '未回答',
  'capture.review.answer': '回答する',
  'capture.review.change': '変更',
  'capture.review.change_of': '回答を変更：{label}',
  'capture.review.ready': '送信できます',
  'capture.review.send': '送信',

  'capture.position': '位置情報',
  'capture.position.looking': '位置情報を取得しています…',
  'capture.position.update': '位置情報を更新',
  'capture.position.directions': '経路',
  'capture.position.here': '指定の住所にいます（距離{distance}、誤差{accuracy}）。',
  'capture.position.near':
    '住所から{distance}の位置にいます。ここで撮った写真は、審査を経て有効になります。できれば、もっと近づいてください。',
  'capture.position.far':
    '住所から{distance}離れています。ここで撮った写真は無効です。現地へ移動してください。位置が違う場合は「位置情報を更新」を押してください。',
  'capture.position.uncertain':
    '取得した位置は住所から{distance}離れていますが、誤差が{accuracy}あります。屋外に出るか、正確な位置情報をオンにしてから、「位置情報を更新」を押してください。',
  'capture.position.inaccurate':
    '位置情報の誤差が{accuracy}あります。屋外に出るか、正確な位置情報をオンにしてください。',
  'capture.position.two_sentences': '{first}{second}',
  'capture.position.here_entered': '指定の住所にいます（入力した位置は住所から{distance}）。',
  'capture.position.known':
    '現在地は取得できましたが、この案件には比較する位置が登録されていません。',
  'capture.position.denied':
    'ブラウザの設定でこのページでの位置情報の利用を許可してから、「位置情報を更新」を押してください。',
  'capture.position.none': '位置情報を取得できません。屋外に出るか、下に入力してください。',
  'capture.position.none_on_device':
    'このページでは位置情報を取得できません。下に入力してください。',
  'capture.position.enter': '現在地を入力',
  'capture.position.latitude': '緯度',
  'capture.position.longitude': '経度',
  'capture.position.use': 'この位置を使う',

  'capture.plain_http':
    'このアドレスは暗号化されていないため（http）、このページでは位置情報とカメラを使えません。写真の送信は可能です。',
  'capture.clock_ahead':
    'スマートフォンの時計が{minutes, plural, other {#分}}進んでいます。写真が無効になることがあるため、自動設定にしてください。',
  'capture.clock_behind':
    'スマートフォンの時計が{minutes, plural, other {#分}}遅れています。写真が無効になることがあるため、自動設定にしてください。',

  'capture.sending': '送信',
  'capture.sending.bar': '送信中：{label}',
  'capture.sending.all': 'すべて送信しました。',
  'capture.sending.one': '{of, number}件中{at, number}件目を送信中です。',
  'capture.sending.answers_wait': '回答{answers, plural, other {#件}}が送信待ちです。',
  'capture.sending.photos_wait': '写真{photos, plural, other {#枚}}が接続待ちです。',
  'capture.sending.now': '今すぐ送信',
  'capture.sending.busy': '未送信：一度に送る写真が多すぎます。自動的に再試行します。',
  'capture.sending.trouble': '未送信：システムで問題が発生しました。自動的に再試行します。',
  'capture.sending.large': '未送信：ファイルが大きすぎます。より小さいファイルにしてください。',
  'capture.sending.full': '未送信：このステップでは、これ以上写真を受け付けられません。',
  'capture.sending.rejected': '未送信：この写真は受け付けられませんでした。撮り直してください。',

  'capture.result': '結果',
  'capture.result.accepted': '受け付けました。',
  'capture.result.next': '次へ：{label}',
  'capture.result.again': 'もう一度試す',
  'capture.result.far': '住所から{distance}離れていたため、審査を経て有効になります。',
  'capture.result.late': '撮影から1日以上経って届きました。',
  'capture.failed.geofence':
    '受け付けられません：住所から{distance}離れていました。{limit}以内で撮影してください。',
  'capture.failed.capture_time':
    '受け付けられません：案件の開始前に撮影されたか、スマートフォンの時計がずれています。時計を自動設定にして、撮り直してください。',
  'capture.failed.hash':
    '受け付けられません：送信中にファイルが変わりました。もう一度送信してください。',
  'capture.failed.duplicate':
    '受け付けられません：このファイルは別の案件で使われています。撮り直してください。',
  'capture.failed.nonce':
    '受け付けられません：別の名前ですでに送信されています。撮り直してください。',
  'capture.failed.media':
    '受け付けられません：ファイルが壊れているか、写真・動画・PDFではありません。元のファイルを送信するか、撮り直してください。',
  'capture.failed.exif':
    '受け付けられません：ファイルの時刻または場所がスマートフォンのものと異なります。カメラの位置情報をオンにして時計を自動設定にするか、「このページのカメラ」をお使いください。',
  'capture.failed.provenance':
    '受け付けられません：カメラが署名した写真と異なります。スマートフォンが位置情報を削除すると、写真が変わります。「このページのカメラ」を使うか、元のファイルを送信してください。',
  'capture.failed.other':
    '受け付けられません：一部の検査に合格しませんでした。撮り直してください。',

  'capture.end.title': 'すべての写真が届きました',
  'capture.end.thanks': 'ありがとうございました。このページを閉じてかまいません。',
  'capture.end.thanks_own':
    'ありがとうございました。今後の流れは、ご依頼のページでご確認ください。',
  'capture.end.to_request': 'ご依頼のページへ',

  'capture.dead.incomplete': 'リンクが途中で切れています',
  'capture.dead.incomplete_hint':
    'リンクは長いため、受け取ったメッセージからもう一度開くか、全体をコピーしてください。',
  'capture.dead.invalid': 'このリンクは使えなくなりました',
  'capture.dead.invalid_hint':
    '新しいリンクに置き換えられたか、取り消されました。新しいリンクをお求めください。',
  'capture.dead.expired': 'このリンクは有効期限が切れています',
  'capture.dead.expired_hint':
    '新しいリンクをお求めください。未送信の写真はこのスマートフォンに残り、新しいリンクで送信されます。',
  'capture.dead.finished': 'この案件は完了しました',
  'capture.dead.finished_hint': '写真の受け付けは終了しました。ありがとうございました。',
  'capture.dead.unsent': '写真{photos, plural, other {#枚}}がまだ送信されていません。',

  'capture.offline': '接続できません',
  'capture.offline.hint': '接続できるようになると、案件が開きます。',
  'capture.offline.kept':
    '接続できません。このまま続けられます。写真はこのスマートフォンに保存されます。',
};
